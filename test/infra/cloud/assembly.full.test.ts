import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { formatUsd, type LedgerRow } from '#platform/accounts'
import { computePrice, type Operation } from '#platform/api'
import { deployedFunctions } from '../../../functions/deployed.ts'
import { toolServer } from '../../../functions/mcp/route.ts'
import { operations } from '../../../functions/operations.ts'
import { describeOnAndorra, places } from '../../fixtures/andorra.ts'
import { authorized, authorizerEvent, restEvent } from '../../fixtures/bundle-runner.event.ts'
import { callHere, type Deployment, startDeployment } from '../../fixtures/deployment.ts'
import { needsDynalite } from '../../fixtures/dynamodb.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
import { homeOver, startServer, type TestServer } from '../../fixtures/server.ts'
import { toolExamples } from '../../fixtures/tool-arguments.ts'
import { jobsOfAssembly } from './jobs-assembly.ts'

const andorraIsHere = Boolean(
  realRegion('andorra/andorra.osm.pbf') && realRegion('andorra/N42E001.hgt'),
)

let deployment: Deployment

beforeAll(async () => {
  const regions = andorraIsHere ? ['demo', 'andorra'] : ['demo']
  deployment = await startDeployment(inject('builtHome'), regions)
}, 300_000)

afterAll(() => deployment?.stop())

const newKey = (balance = 5_000_000, grants: readonly string[] = []) =>
  deployment.cloud.newKey(balance, grants)

/** Returns the grants that an account needs for an operation. */
const grantsOf = ({ grant }: Operation) => (grant === undefined ? [] : [grant])

/** Creates a key on a local server that may call an operation. */
async function keyHere(server: TestServer, operation: Operation, balanceUsd = '5.00') {
  const { key, account_id } = await server.newKey(balanceUsd)
  for (const grant of grantsOf(operation)) await server.keys('grant', grant, account_id)
  return key
}

/** Returns the records in the table's stream for an account. */
const recordsOf = (accountId: string) =>
  deployment.cloud.stream.filter(
    ({ dynamodb }) => dynamodb?.NewImage?.pk?.S === `ACCOUNT#${accountId}`,
  )

async function ledgerOf(rows: AsyncIterable<LedgerRow>): Promise<LedgerRow[]> {
  const found: LedgerRow[] = []
  for await (const row of rows) found.push(row)
  return found
}

test('the assembly contains every deployed function, and the engine only for functions that need it', () => {
  expect([...deployment.functions.keys()].sort()).toEqual(
    deployedFunctions.map(({ id }) => id).sort(),
  )
  for (const { id, needs } of deployedFunctions) {
    expect([id, deployment.functions.get(id)?.layer !== undefined]).toEqual([
      id,
      needs.includes('engine'),
    ])
  }
})

describe('a call to the assembly', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(homeOver(inject('builtHome')), { REGION: 'demo' })
  })
  afterAll(() => server?.stop())

  // Job ids and times differ between runs: jobs-assembly.ts tests jobs.
  const repeatable = operations.filter(({ needs }) => !needs.includes('jobs'))
  const examples = repeatable.flatMap((operation) =>
    operation.examples.map(({ name, request }) => ({ operation, name, request })),
  )
  test.each(examples)(
    'is answered as by the local server, $operation.id: $name',
    async ({ operation, request }) => {
      const { key } = await newKey(5_000_000, grantsOf(operation))
      const answer = await deployment.call(operation, request, key)
      expect(answer.status).toBe(200)
      const same = await callHere(server, operation, request, await keyHere(server, operation))
      expect(answer.body).toBe(same.body)
      expect(answer).toEqual(same)
    },
  )

  test.each(repeatable)(
    'is refused as by the local server, $id: a request that breaks the contract',
    async (operation) => {
      const request = { nonsense: true }
      const { key } = await newKey(5_000_000, grantsOf(operation))
      const answer = await deployment.call(operation, request, key)
      expect(answer.status).toBe(400)
      expect(answer).toEqual(
        await callHere(server, operation, request, await keyHere(server, operation)),
      )
    },
  )

  test.each(repeatable)(
    'is refused as by the local server, $id: a balance below the price',
    async (operation) => {
      const { request } = operation.examples[0]!
      const { key } = await newKey(1, grantsOf(operation))
      const answer = await deployment.call(operation, request, key)
      expect(answer.status).toBe(402)
      expect(answer).toEqual(
        await callHere(server, operation, request, await keyHere(server, operation, '0.000001')),
      )
    },
  )

  test.each(operations.filter(({ grant }) => grant))(
    'is refused as by the local server, $id: a missing grant',
    async (operation) => {
      const { request } = operation.examples[0]!
      const answer = await deployment.call(operation, request, (await newKey()).key)
      expect(answer.status).toBe(403)
      expect(answer).toEqual(
        await callHere(server, operation, request, (await server.newKey('5.00')).key),
      )
    },
  )
})

const calls = [
  {
    id: 'routing/route',
    request: { locations: [places.andorraLaVella, places.pasDeLaCasa], alternates: 1 },
  },
  {
    id: 'routing/elevation',
    request: {
      shape: [places.andorraLaVella, places.pasDeLaCasa],
      resample_distance: 50,
      range: true,
    },
  },
  {
    id: 'routing/isochrone',
    request: { from: 'Ordino', contours: [{ time: 20 }], travel: 'auto' },
  },
  {
    id: 'routing/find-and-route',
    request: { origin: 'Encamp', destination: 'Carrer Major', country: 'AND' },
  },
  {
    id: 'geocoding/search',
    request: { text: 'Carrer Major, Ordino', 'focus.point.lat': 42.5, 'focus.point.lon': 1.5 },
  },
  { id: 'geocoding/reverse', request: { ...places.andorraLaVella, size: 5 } },
  {
    id: 'routing/matrix',
    request: { sources: Object.values(places), targets: Object.values(places), travel: 'bicycle' },
  },
]

describeOnAndorra('on real roads, too', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(homeOver(inject('builtHome')), { REGION: 'andorra' })
  })
  afterAll(() => server?.stop())

  test.each(calls)('is answered as by the local server, $id', async ({ id, request }) => {
    const operation = operations.find((candidate) => candidate.id === id)!
    const environment = await deployment.warm(id, 'andorra')
    const { key } = await newKey()
    const answer = await deployment.call(operation, request, key, environment)
    expect(answer.status).toBe(200)
    const same = await callHere(server, operation, request, (await server.newKey('5.00')).key)
    expect(answer).toEqual(same)
    // A deployment of two regions answers from the region of the points or names, as if it served that region alone.
    const both = await deployment.warm(id, 'demo,andorra')
    const { key: another } = await newKey()
    expect(await deployment.call(operation, request, another, both)).toEqual(same)
  })

  test('two regions refuse a call across both without a charge, and each answers its own calls', async () => {
    const operation = operations.find(({ id }) => id === 'routing/elevation')!
    const { key, accountId } = await newKey(1_000_000)
    const both = await deployment.warm(operation.id, 'demo,andorra')
    const ask = (shape: object[]) => deployment.call(operation, { shape }, key, both)
    const onIsland = { lat: 46.446855, lon: -28.408717 }
    for (const point of [onIsland, places.ordino]) expect((await ask([point])).status).toBe(200)
    const { status, body } = await ask([onIsland, places.ordino])
    const { error, regions } = JSON.parse(body)
    expect({ status, error, regions }).toEqual({
      status: 422,
      error: 'across_regions',
      regions: ['demo', 'andorra'],
    })
    const { balance } = (await deployment.cloud.accounts.getAccount(accountId))!
    expect(balance).toBe(1_000_000 - 2 * computePrice(operation))
  })

  test('two regions are both in the health check and on the map', async () => {
    const health = await deployment.warm('health', 'demo,andorra')
    const { result } = await health.invoke(restEvent({ operation: operations[0]!, request: {} }))
    const { status, regions } = JSON.parse(result.body)
    expect(status).toBe('ok')
    expect(Object.keys(regions)).toEqual(['demo', 'andorra'])
    const map = await deployment.warm('map', 'demo,andorra')
    const facts = async (region?: string) => {
      const { result } = await map.invoke({
        rawPath: '/map/region.json',
        headers: {},
        requestContext: { http: { method: 'GET' } },
        ...(region && { queryStringParameters: { region } }),
      })
      return { status: result.statusCode, ...JSON.parse(result.body) }
    }
    expect(await facts()).toMatchObject({ name: 'demo', regions: ['demo', 'andorra'] })
    expect(await facts('andorra')).toMatchObject({ name: 'andorra', regions: ['demo', 'andorra'] })
    expect(await facts('porto')).toMatchObject({ status: 400, error: 'bad_request' })
  })
})

jobsOfAssembly(() => deployment)

describe('the authorizer', () => {
  const operation = operations[0]!
  const ask = async (key?: string) => {
    const event = restEvent({ operation, request: {}, ...(key && { key }) })
    return (await deployment.warm('authorizer')).invoke(authorizerEvent(event))
  }

  test('ends a call with a missing or malformed key by the only error that the gateway knows', async () => {
    await expect(ask()).rejects.toThrow(/^Unauthorized$/)
    await expect(ask('nonsense')).rejects.toThrow(/^Unauthorized$/)
  })

  test('denies a suspended key with the reason, and allows it again on the next call after it is active', async () => {
    const { key, keyId, accountId } = await newKey(1_000_000)
    await deployment.cloud.accounts.setKeyState(keyId, 'suspended')
    expect((await ask(key)).result).toMatchObject({
      principalId: accountId,
      policyDocument: { Statement: [{ Effect: 'Deny' }] },
      context: { message: expect.stringContaining('suspended') },
    })
    await deployment.cloud.accounts.setKeyState(keyId, 'active')
    expect((await ask(key)).result).toMatchObject({
      policyDocument: { Statement: [{ Effect: 'Allow' }] },
      context: { accountId, keyId, balance: '1000000' },
    })
  })

  test('writes no key to its log', async () => {
    const { key, keyId } = await newKey(0)
    await deployment.cloud.accounts.setKeyState(keyId, 'revoked')
    await ask(key)
    const output = (await deployment.warm('authorizer')).output()
    expect(output).toContain(keyId)
    expect(output).not.toContain(key)
  })
})

describe('the map of the assembly', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(homeOver(inject('builtHome')), { REGION: 'demo' })
  })
  afterAll(() => server?.stop())

  async function askAssembly(rawPath: string, headers: Record<string, string>) {
    const event = { rawPath, headers, requestContext: { http: { method: 'GET' } } }
    const { result } = await (await deployment.warm('map')).invoke(event)
    return {
      status: result.statusCode,
      headers: result.headers,
      body: Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'),
    }
  }

  test.each([
    ['/map/tiles.pmtiles', { range: 'bytes=0-16383' }, 206],
    ['/map/tiles.pmtiles', { range: 'bytes=999999999-' }, 416],
    ['/map/terrain.tif', { range: 'bytes=-70000' }, 206],
    ['/map/region.json', {}, 200],
  ])(
    'equals the map of the local server, %s %o',
    async (path, headers: Record<string, string>, status) => {
      const answer = await askAssembly(path, headers)
      const here = await fetch(server.url + path, { headers })
      expect([answer.status, here.status]).toEqual([status, status])
      expect(answer.body.equals(Buffer.from(await here.arrayBuffer()))).toBe(true)
      for (const name of ['content-type', 'content-range', 'etag', 'accept-ranges']) {
        expect(answer.headers[name] ?? null, name).toBe(here.headers.get(name))
      }
    },
  )

  test('has no session', async () => {
    expect((await askAssembly('/map/session.json', {})).status).toBe(404)
  })
})

test('the console of the assembly creates a key that the authorizer accepts, and logs no key', async () => {
  const console = await deployment.warm('console')
  const act = async (action: string, input: object) => {
    const { result } = await console.invoke({
      rawPath: `/${action}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      requestContext: { http: { method: 'POST' }, authorizer: { iam: { userArn: 'operator' } } },
    })
    return { status: result.statusCode, json: JSON.parse(result.body) }
  }
  expect((await act('about', {})).json.place).toMatch(/^Cairn in ./)
  const { status, json } = await act('create-key', { balance_usd: '1.00' })
  expect(status).toBe(200)
  const call = restEvent({ operation: operations[0]!, request: {}, key: json.key })
  const authorizer = await deployment.warm('authorizer')
  expect((await authorizer.invoke(authorizerEvent(call))).result).toMatchObject({
    policyDocument: { Statement: [{ Effect: 'Allow' }] },
    context: { accountId: json.account_id, balance: '1000000' },
  })
  expect((await act('account', json)).status).toBe(400)
  const { account_id } = json
  expect((await act('account', { account_id })).json.account.balance_usd).toBe('1.00')
  expect(console.output()).toContain('create-key')
  expect(console.output()).not.toContain(json.key)
})

describe('a tool called through the assembly', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(homeOver(inject('builtHome')), { REGION: 'demo' })
  })
  afterAll(() => server?.stop())

  const messageOf = (name: string, args: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })

  /** Calls a tool as the gateway does, with a Bearer token. */
  async function call(name: string, args: object, key: string) {
    const event = restEvent({ operation: toolServer, request: messageOf(name, args) })
    const headers = {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json, text/event-stream',
    }
    for (const [header, value] of Object.entries(headers)) {
      event.headers[header] = value
      event.multiValueHeaders[header] = [value]
    }
    const { result: decision } = await (await deployment.warm('authorizer')).invoke(
      authorizerEvent(event),
    )
    const environment = await deployment.warm('mcp')
    const { result } = await environment.invoke(authorized(event, decision))
    expect(result.statusCode).toBe(200)
    return JSON.parse(result.body).result
  }

  test.each(toolExamples)('$name answers as on one machine', async ({ name, args, operation }) => {
    const grants = operation ? grantsOf(operation) : []
    const { key, accountId } = await newKey(5_000_000, grants)
    const { structuredContent, _meta } = await call(name, args, key)
    const { key: here, account_id } = await server.newKey('5.00')
    for (const grant of grants) await server.keys('grant', grant, account_id)
    const answer = await server.post('/mcp', messageOf(name, args), {
      'x-api-key': here,
      accept: 'application/json, text/event-stream',
    })
    const untimed = (content: object) =>
      JSON.stringify(content).replace(/"processing_time_ms":[\d.]+,?/, '')
    expect(untimed(structuredContent)).toBe(untimed(answer.json.result.structuredContent))
    const { balance } = (await deployment.cloud.accounts.getAccount(accountId))!
    expect(_meta['cairn/charged_usd']).toBe(formatUsd(5_000_000 - balance))
  })

  test('is refused by the operation when the key has no balance', async () => {
    const { key } = await newKey(1)
    const { args } = toolExamples.find(({ name }) => name === 'route')!
    const { isError, content } = await call('route', args, key)
    expect(isError).toBe(true)
    expect(content[0].text).toMatch(/^payment_required/)
  })
})

describe('the ledger', () => {
  needsDynalite()
  test('receives one row for every money movement in the stream of the table', async () => {
    // Free calls move no money.
    const priced = operations.filter((operation) => computePrice(operation) > 0)
    const grants = priced.flatMap(grantsOf)
    const { key, accountId } = await newKey(5_000_000, grants)
    for (const operation of priced)
      await deployment.call(operation, operation.examples[0]!.request, key)
    await deployment.cloud.accounts.topUp(accountId, 1_000_000)
    const Records = recordsOf(accountId)
    // The stream also contains the account itself, its key and each grant, which move no money.
    expect(Records).toHaveLength(priced.length + 3 + grants.length)

    const copy = await deployment.cloud.newTable('ledger')
    const writer = await deployment.start('ledger', { CAIRN_TABLE: 'ledger' })
    for (const _ of ['first', 'repeated']) {
      expect((await writer.invoke({ Records })).result).toEqual({ batchItemFailures: [] })
    }
    const rows = await ledgerOf(copy.ledger(accountId))
    expect(rows.map(({ kind }) => kind)).toEqual([
      'credit',
      ...priced.map(() => 'charge'),
      'credit',
    ])
    expect(rows).toEqual(await ledgerOf(deployment.cloud.accounts.ledger(accountId)))
  })

  test('names the records it cannot write, so that the stream delivers them again', async () => {
    const writer = await deployment.start('ledger', { CAIRN_TABLE: 'no-such-table' })
    const [record] = recordsOf((await newKey()).accountId)
    const { result } = await writer.invoke({ Records: [record] })
    expect(result).toEqual({
      batchItemFailures: [{ itemIdentifier: record!.dynamodb!.SequenceNumber }],
    })
  })
})

test('the deep health check covers table, bucket and engine', async () => {
  const { result } = await (await deployment.warm('health')).invoke(
    restEvent({ operation: { method: 'GET', path: '/health/deep' }, request: {} }),
  )
  expect(JSON.parse(result.body)).toMatchObject({
    status: 'ok',
    region: 'demo',
    checks: { accounts: { status: 'ok' }, dataset: { status: 'ok' }, engine: { status: 'ok' } },
  })
  expect(result.statusCode).toBe(200)
})

describe('an environment that starts while the bucket does not answer', () => {
  const [operation] = operations.filter(({ needs }) => needs.includes('engine'))

  test('answers 503 without a charge, and succeeds once the bucket is back', async () => {
    const { key, accountId } = await newKey()
    const { request } = operation!.examples[0]!
    deployment.cloud.s3.faults.next(Number.POSITIVE_INFINITY, 'unavailable')
    const environment = await deployment.start(operation!.id)
    try {
      expect(environment.output()).toContain('initialisation left to the first call')
      const refused = await deployment.call(operation!, request, key, environment)
      expect(refused.status).toBe(503)
      expect((await deployment.cloud.accounts.getAccount(accountId))?.balance).toBe(5_000_000)
    } finally {
      deployment.cloud.s3.faults.clear()
    }
    expect((await deployment.call(operation!, request, key, environment)).status).toBe(200)
    expect((await deployment.cloud.accounts.getAccount(accountId))?.balance).toBeLessThan(5_000_000)
  })
})
