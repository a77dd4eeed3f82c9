import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeKey } from '#platform/accounts'
import { isFreeTool } from '#platform/mcp'
import { bounds as sea, truth } from '../../demo-island/index.ts'
import { tools } from '../../functions/mcp/tools/index.ts'
import { optimize } from '../../functions/routing/optimize/contract.ts'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'
import { toolExamples } from '../fixtures/tool-arguments.ts'
import { type ToolClient, toolClients } from '../fixtures/tool-clients.ts'

let server: TestServer
let key: string
let accountId: string
const clients = new Map<string, ToolClient>()

beforeAll(async () => {
  server = await startServer(homeOver(inject('builtHome')))
  const created = await server.newKey('50.00')
  key = created.key
  accountId = created.account_id
  await server.keys('grant', 'predict', accountId)
  for (const [version, connect] of Object.entries(toolClients))
    clients.set(version, await connect(server.url, { 'x-api-key': key }))
})

afterAll(async () => {
  for (const client of clients.values()) await client.close()
  await server.stop()
})

/** Sends a request like a client of revision 2025-11-25. */
function send(body: unknown, headers: Record<string, string> = { 'x-api-key': key }) {
  return fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at will.
const jsonOf = async (answer: Response | Promise<Response>): Promise<any> =>
  await (await answer).json()

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })

describe.each(Object.keys(toolClients))('the official client of revision %s', (version) => {
  const client = () => clients.get(version)!

  test('lists every tool, with object schemas for input and output', async () => {
    const { tools } = await client().listTools()
    expect(tools.map(({ name }) => name)).toEqual(toolExamples.map(({ name }) => name))
    for (const { inputSchema, outputSchema, title, annotations } of tools) {
      expect(inputSchema.type).toBe('object')
      expect(outputSchema.type).toBe('object')
      expect(title).toBe(annotations.title)
      expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true })
    }
  })

  // The client compares each answer with the schema of the list.
  test.each(toolExamples)('calls $name', async ({ name, args, operation }) => {
    const result = await client().callTool({ name, arguments: args })
    expect(result.content[0]!.text).not.toBe('')
    expect(result.isError).toBeFalsy()
    expect(result.structuredContent).toBeTypeOf('object')
    expect(result._meta).toMatchObject({
      'cairn/charged_usd': operation ? expect.stringMatching(/^0\.0*[1-9]/) : '0.00',
      'cairn/balance_usd': expect.stringMatching(/^\d+\.\d+$/),
    })
  })

  test.each(toolExamples.filter(({ operation }) => operation))(
    'gets the whole answer of $name, equal to the answer of its operation',
    async ({ name, args, operation, request }) => {
      const { structuredContent, content } = await client().callTool({
        name,
        arguments: { ...args, detail: 'full' },
      })
      const wanted = (await server.call(operation!, request, key)).json
      const untimed = ({ summary, ...answer }: Record<string, unknown>) => ({
        ...answer,
        ...(summary ? { summary: { ...summary, processing_time_ms: 0 } } : {}),
      })
      if (name === 'search_places') {
        expect(structuredContent.results).toEqual(wanted.results)
        return
      }
      expect(untimed(structuredContent)).toEqual(untimed(wanted))
      const isLong = Buffer.byteLength(JSON.stringify(wanted)) > 256 * 1024
      if (isLong) expect(content[1]!.text).toContain('structured content')
      else expect(JSON.parse(content[1]!.text)).toEqual(structuredContent)
    },
  )

  test('reads each resource, and finds no prompts', async () => {
    const { resources } = await client().listResources()
    const texts = await Promise.all(
      resources.map(async ({ uri }) => {
        const { contents } = await client().readResource({ uri })
        return [uri, contents[0]!.text] as const
      }),
    )
    const read = Object.fromEntries(texts)
    expect(read['cairn://attribution']).toContain('island')
    // The bounds of roads and places, which are smaller than the sea around the island.
    const { bounds } = JSON.parse(read['cairn://region'])
    expect(bounds.min_lat).toBeGreaterThan(sea.minLat)
    expect(bounds.min_lat).toBeLessThan(truth.peak.lat)
    expect(bounds.max_lat).toBeGreaterThan(truth.peak.lat)
    expect(bounds.max_lat).toBeLessThan(sea.maxLat)
    const prices = JSON.parse(read['cairn://prices']).tools
    expect(prices).toContainEqual({
      tool: 'optimize_route',
      operation: 'routing/optimize',
      price_usd: '0.005',
      per: 'call',
    })
    expect(new Set(prices.map(({ tool }: { tool: string }) => tool)).size).toBe(toolExamples.length)
    expect(await client().listPrompts()).toMatchObject({ prompts: [] })
  })

  test('gets errors of the service with their code and a remedy', async () => {
    const call = (name: string, args: object) =>
      client().callTool({ name, arguments: args as Record<string, unknown> })
    const wrong = await call('route', { locations: [{ lat: 46.4, lon: -28.4 }] })
    expect(wrong.isError).toBe(true)
    expect(wrong.content[0]!.text).toMatch(/^bad_request: locations must have at least 2 items/)
    expect(wrong._meta?.['cairn/charged_usd']).toBe('0.00')
    const unknown = await call('find_and_route', {
      origin: { lat: 46.413945, lon: -28.435479 },
      destination: 'qwzx vbnm',
    })
    expect(unknown.content[0]!.text).toMatch(/^geocode_failed: .*\nLook the name up/)
    const far = await call('route', {
      locations: [
        { lat: 10, lon: 10 },
        { lat: 11, lon: 11 },
      ],
    })
    expect(far.content[0]!.text).toMatch(/^location_not_routable: .*\n.*\n.*"location_index":0/)
  })

  test('gets warnings as notes and in _meta', async () => {
    const { args } = toolExamples.find(({ name }) => name === 'route')!
    const result = await client().callTool({ name: 'route', arguments: { ...args, colour: 'red' } })
    expect(result._meta?.['cairn/warnings']).toEqual(['ignored field "colour"'])
    expect(result.content[0]!.text).toContain('Note: ignored field "colour".')
  })

  test('learns that lists do not change and resources cannot be subscribed to', () => {
    expect(client().getServerCapabilities()).toMatchObject({
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
    })
    expect(client().getInstructions()).toContain('cairn://region')
  })
})

/** Yields copies of an answer with null in place of one value, at every path, in the first element of each list. */
function* withNulls(value: unknown): Generator<unknown> {
  if (value === null || typeof value !== 'object') return
  for (const [key, field] of Object.entries(value)) {
    if (Array.isArray(value) && Number(key) > 0) return
    for (const replaced of [null, ...withNulls(field)]) {
      const copy = Array.isArray(value) ? [...value] : { ...value }
      yield Object.assign(copy, { [key]: replaced })
    }
  }
}

test('each tool describes and shortens answers with null wherever the schema of its operation allows it', async () => {
  let nulls = 0
  for (const { name, operation, request } of toolExamples) {
    const tool = tools.find((each) => each.name === name)!
    if (!operation || isFreeTool(tool)) continue
    const { json } = await server.call(operation, request, key)
    for (const answer of withNulls(json)) {
      if (!operation.output.safeParse(answer).success) continue
      nulls++
      for (const detail of tool.details) {
        expect(tool.describe(answer, request, detail), name).not.toMatch(/null|NaN|undefined/)
        if (detail !== 'full') tool.shorten(answer, detail, request)
      }
    }
  }
  expect(nulls).toBeGreaterThan(20)
})

test('every charge in _meta is a row of the ledger, and the ledger has no other', async () => {
  const { key, account_id } = await server.newKey('5.00')
  const client = await toolClients['2026-07-28']!(server.url, { authorization: `Bearer ${key}` })
  const charged = []
  for (const { name, args, operation } of toolExamples) {
    if (operation?.grant) continue
    const { _meta } = await client.callTool({ name, arguments: args })
    if (operation) charged.push([_meta?.['cairn/request_id'], _meta?.['cairn/charged_usd']])
  }
  await client.callTool({ name: 'route', arguments: {} })
  await client.close()
  const rows = (await server.keys('ledger', account_id)) as unknown as {
    request_id: string
    amount_usd: string
    kind: string
  }[]
  const charges = rows.filter(({ kind }) => kind === 'charge')
  expect(charges.map((row) => [row.request_id, row.amount_usd.replace('-', '')]).sort()).toEqual(
    charged.sort(),
  )
})

test('a tour of 50 stops returns a short answer, and the whole one on request', async () => {
  const [first] = optimize.examples
  const { locations } = first!.request as { locations: { lat: number; lon: number }[] }
  const many = Array.from({ length: 50 }, (_, index) => locations[index % locations.length]!)
  const client = clients.get('2026-07-28')!
  const call = async (detail?: string) =>
    await client.callTool({ name: 'optimize_route', arguments: { locations: many, detail } })
  const size = (answer: object) => Buffer.byteLength(JSON.stringify(answer))
  const [short, whole] = [await call(), await call('full')]
  expect(size(short)).toBeLessThan(8_000)
  expect(size(short.structuredContent)).toBeLessThan(size(whole.structuredContent) / 10)
  expect(short.structuredContent.route.legs).toHaveLength(49)
  expect(short.structuredContent.route.legs[0]).toMatchObject({
    from: 0,
    distance_meters: expect.any(Number),
  })
})

describe('keys of the tool server', () => {
  const list = message('tools/list')

  test('are taken from either header, from x-api-key first', async () => {
    expect((await send(list, { authorization: `Bearer ${key}` })).status).toBe(200)
    expect((await send(list, { authorization: `bearer  ${key}` })).status).toBe(200)
    expect((await send(list, { 'x-api-key': key, authorization: 'Bearer other' })).status).toBe(200)
  })

  test('are refused as a Bearer token by the operations themselves', async () => {
    const { request } = toolExamples.find(({ name }) => name === 'route')!
    const answer = await server.post('/v1/routing/route', request, {
      authorization: `Bearer ${key}`,
    })
    expect(answer.status).toBe(401)
  })

  test.each([
    ['no key', {}, 401],
    ['another scheme', { authorization: 'Basic abc' }, 401],
    ['a malformed key', { authorization: 'Bearer sk_live_short' }, 401],
    ['an unknown key', { authorization: `Bearer ${makeKey()}` }, 403],
  ] as const)('are checked: %s is refused', async (_, headers, status) => {
    expect((await send(list, { ...headers })).status).toBe(status)
  })

  test('are refused on the next call after they are suspended', async () => {
    const created = await server.newKey('1.00')
    const headers = { authorization: `Bearer ${created.key}` }
    expect((await send(list, headers)).status).toBe(200)
    await server.keys('suspend', created.key_id)
    const refused = await send(list, headers)
    expect(refused.status).toBe(403)
    expect(await jsonOf(refused)).toMatchObject({ message: 'API key is suspended' })
  })

  test('list tools and measure without a balance, but make no paid call', async () => {
    const poor = await server.newKey('0.0001')
    const client = await toolClients['2025-11-25']!(server.url, { 'x-api-key': poor.key })
    expect((await client.listTools()).tools).toHaveLength(toolExamples.length)
    const measured = toolExamples.find(({ name }) => name === 'measure')!
    const free = await client.callTool({ name: 'measure', arguments: measured.args })
    expect(free.isError).toBeFalsy()
    const { args } = toolExamples.find(({ name }) => name === 'route')!
    const refused = await client.callTool({ name: 'route', arguments: args })
    expect(refused.isError).toBe(true)
    expect(refused.content[0]!.text).toMatch(/^payment_required: Insufficient balance/)
    await client.close()
  })

  test('get a tool error with the time to call again when they exceed their rate', async () => {
    const { key, account_id } = await server.newKey('1.00')
    await server.keys('limit', account_id, '1')
    const { args } = toolExamples.find(({ name }) => name === 'measure')!
    const call = message('tools/call', { name: 'measure', arguments: args })
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => await jsonOf(send(call, { 'x-api-key': key }))),
    )
    const refused = answers.filter(({ result }) => result.isError)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0].result.content[0].text).toMatch(
      /^too_many_requests: .*\n.*\n.*retry_after_seconds/,
    )
    const listed = await Promise.all(
      Array.from({ length: 3 }, () => send(list, { 'x-api-key': key })),
    )
    expect(listed.map(({ status }) => status)).toContain(429)
  })
})

describe('requests to the tool server', () => {
  test('are refused in an array, since each request is one charge', async () => {
    const { args } = toolExamples.find(({ name }) => name === 'route')!
    const call = message('tools/call', { name: 'route', arguments: args })
    const answer = await send([call, { ...call, id: 2 }])
    expect(answer.status).toBe(400)
    expect((await jsonOf(answer)).error.code).toBe(-32_600)
  })

  test.each(['GET', 'DELETE', 'PUT'])('are refused with 405 when sent by %s', async (method) => {
    const answer = await fetch(`${server.url}/mcp`, { method, headers: { 'x-api-key': key } })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })

  test.each([
    ['from a web page are refused', { origin: 'https://example.org' }, 403],
    ['from an unknown origin are refused', { origin: 'null' }, 403],
    ['from this machine are answered', { origin: 'http://localhost:6274' }, 200],
  ] as const)('%s', async (_, headers, status) => {
    const answer = await send(message('tools/list'), { 'x-api-key': key, ...headers })
    expect(answer.status).toBe(status)
  })

  test('are refused when sent to another host', async () => {
    const { port } = new URL(server.url)
    const headers = { host: 'evil.example', 'x-api-key': key, 'content-type': 'application/json' }
    // fetch() sets the host itself.
    const status = await new Promise((resolve) => {
      const sent = httpRequest({ port, path: '/mcp', method: 'POST', headers })
      sent.on('response', ({ statusCode }) => resolve(statusCode))
      sent.end(JSON.stringify(message('tools/list')))
    })
    expect(status).toBe(403)
  })

  test.each([
    ['that are not JSON', '{', 400, -32_700],
    ['that are empty', '', 400, -32_700],
    [
      'over 1 MB',
      JSON.stringify(message('tools/list', { x: 'y'.repeat(1024 * 1024) })),
      413,
      -32_600,
    ],
  ])('%s are refused', async (_, body, status, code) => {
    const answer = await send(body)
    expect(answer.status).toBe(status)
    expect((await jsonOf(answer)).error.code).toBe(code)
  })

  test('are answered by one JSON body; notifications have an empty answer', async () => {
    const answer = await send(message('tools/list'))
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.headers.get('x-charged')).toBe('0.00')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const noted = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect(noted.status).toBe(202)
    expect(await noted.text()).toBe('')
  })

  test('end at once when they subscribe', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const answer = await send(
      message('subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: meta }),
      {
        'x-api-key': key,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
    )
    expect((await jsonOf(answer)).error.message).toBe('Subscription limit reached')
  })
})

test('a tool call with an idempotency key is charged once and its answer repeated; other arguments are refused', async () => {
  const headers = { 'x-api-key': key, 'idempotency-key': 'tool-call' }
  const { name, args } = toolExamples.find(({ operation }) => operation?.id === 'geocoding/search')!
  const callOnce = async (params: object) => {
    const answer = await send(message('tools/call', params), headers)
    return { replay: answer.headers.get('x-idempotent-replay'), ...(await jsonOf(answer)) }
  }
  const first = await callOnce({ name, arguments: args })
  expect(first.replay).toBeNull()
  expect(first.result._meta['cairn/charged_usd']).toBe('0.0003')
  const again = await callOnce({ name, arguments: args })
  expect(again.replay).toBe('true')
  expect(again.result.structuredContent).toEqual(first.result.structuredContent)
  expect(again.result._meta).toMatchObject({
    'cairn/charged_usd': '0.00',
    'cairn/idempotent_replay': true,
  })
  const other = await callOnce({ name, arguments: { ...args, size: 1 } })
  expect(other.result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('idempotency_conflict') }],
  })
})
