import { beforeEach, describe, expect, test } from 'vitest'
import type { InvocationContext } from '#platform/api'
import { unavailable } from '#platform/errors'
import type { ToolCallLimits } from '#platform/mcp'
import { makeToolServerHandler, version } from '../../../functions/mcp/handler.ts'
import cairn from '../../../package.json' with { type: 'json' }
import { type EventOptions, proxyEvent } from '../../fixtures/event.ts'

const from = { lat: 46.4, lon: -28.4 }
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const route = message('tools/call', { name: 'route', arguments: { locations: [from, from] } })
const list = message('tools/list')

const invoked: ToolCallLimits[] = []
const handler = makeToolServerHandler({
  functions: async () => ({
    invoke: async (_operation, _event, limits) => {
      invoked.push(limits)
      throw unavailable(new Error('not here'))
    },
  }),
  facts: () => Promise.reject(unavailable(new Error('no bucket'))),
})
beforeEach(() => {
  invoked.length = 0
})

interface Sent extends EventOptions {
  /** Host name of the API at a deployed gateway. */
  domainName?: string
}

async function send(
  body: unknown,
  { domainName, ...options }: Sent = {},
  context?: InvocationContext,
) {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    host: 'localhost:3000',
    ...options.headers,
  }
  const event = proxyEvent({ ...options, path: '/mcp', body, headers })
  event.multiValueHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value]]),
  )
  if (domainName) event.requestContext.domainName = domainName
  const response = await handler(event, context)
  return { ...response, json: response.body ? JSON.parse(response.body) : undefined }
}

describe('a call of a tool', () => {
  test('ends before the gateway gives up, whatever time the function has left', async () => {
    const before = Date.now()
    await send(route)
    await send(route, {}, { getRemainingTimeInMillis: () => 5000 })
    const [first, second] = invoked.map(({ answerBy }) => answerBy - before)
    expect(first).toBeGreaterThan(20_000)
    expect(first).toBeLessThan(28_500)
    expect(second).toBeGreaterThan(3000)
    expect(second).toBeLessThan(4500)
  })

  test('ends when its caller hangs up', async () => {
    const caller = new AbortController()
    const canDeliver = () => true
    await send(route, {}, { hungUp: caller.signal, canDeliver })
    expect(invoked[0]).toMatchObject({ hungUp: caller.signal, canDeliver })
  })

  test('returns a tool error when its operation cannot be invoked', async () => {
    const { json, statusCode } = await send(route)
    expect(statusCode).toBe(200)
    expect(json.result.isError).toBe(true)
    expect(json.result.content[0].text).toMatch(/^service_unavailable: .*\nCall again/)
    expect(JSON.stringify(json)).not.toContain('not here')
  })

  test('returns a protocol error when the tool does not exist', async () => {
    const { json } = await send(message('tools/call', { name: 'fly', arguments: {} }))
    expect(json.error).toMatchObject({ code: -32_602, message: expect.stringContaining('"fly"') })
  })
})

test('a resource that cannot be read is reported without internal text', async () => {
  const { json } = await send(message('resources/read', { uri: 'cairn://region' }))
  expect(json.error.code).toBe(-32_603)
  expect(JSON.stringify(json)).not.toContain('no bucket')
  const prices = await send(message('resources/read', { uri: 'cairn://prices' }))
  expect(JSON.parse(prices.json.result.contents[0].text).currency).toBe('USD')
})

test('requests for prompts, completions and templates, of which there are none, get valid answers', async () => {
  const prompt = await send(message('prompts/get', { name: 'plan' }))
  expect(prompt.json.error).toMatchObject({ code: -32_602, message: 'There is no prompt "plan".' })
  const { json } = await send(
    message('completion/complete', {
      ref: { type: 'ref/prompt', name: 'plan' },
      argument: { name: 'a', value: 'b' },
    }),
  )
  expect(json.result.completion.values).toEqual([])
  expect((await send(message('resources/templates/list'))).json.result.resourceTemplates).toEqual(
    [],
  )
})

test('a key over its rate limit receives 429 for lists', async () => {
  const { statusCode, headers, json } = await send(list, { retryAfterSeconds: 2 })
  expect(statusCode).toBe(429)
  expect(headers?.['retry-after']).toBe('2')
  expect(json.error.code).toBe(-32_000)
})

describe('a server behind a deployed gateway', () => {
  const domainName = 'api.example.org'

  test.each([
    ['its own host', { host: domainName }, 200],
    ['its own host and origin', { host: domainName, origin: `https://${domainName}` }, 200],
    ['another host', { host: 'localhost' }, 403],
    ['the origin of a page', { host: domainName, origin: 'http://localhost:3000' }, 403],
  ] as const)('answers a request with %s by %j', async (_, headers, status) => {
    expect((await send(list, { domainName, headers: { ...headers } })).statusCode).toBe(status)
  })
})

test('the server has the version of the project', () => {
  expect(version).toBe(cairn.version)
})

test('every answer reports its cost and the remaining balance', async () => {
  const { headers } = await send(list, { caller: { balance: 1_500_000 } })
  expect(headers).toMatchObject({ 'x-charged': '0.00', 'x-balance': '1.50' })
})
