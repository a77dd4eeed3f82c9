import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { errorTable } from '#platform/errors'
import { truth } from '../../demo-island/index.ts'
import { operations } from '../../functions/operations.ts'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'

const run = promisify(execFile)
const path = '/v1/routing/route'
const { a, b } = { a: truth.lakesideRoad.from, b: truth.lakesideRoad.to }
const body = { locations: [a, b] }
/** The island's southernmost village. */
const islet = truth.villages.toSorted((one, other) => one.lat - other.lat)[0]!

let server: TestServer
let key: string

beforeAll(async () => {
  server = await startServer(homeOver(inject('builtHome')))
  const created = await server.newKey('5.00')
  key = created.key
  // The examples cover all operations; predictions need a grant.
  await server.keys('grant', 'predict', created.account_id)
})

afterAll(async () => {
  await server.stop()
})

describe('a first-time user', () => {
  test('gets an answer from the printed curl line', async () => {
    const line = /^ {2}(curl .*)$/m.exec(server.output())?.[1]
    expect(line).toBeDefined()
    const { stdout } = await run('sh', ['-c', line!])
    const { route } = JSON.parse(stdout)
    expect(route.distance_meters).toBeGreaterThan(100)
    expect(route.terrain.elevation_profile.length).toBeGreaterThan(2)
  })

  test('finds the health page and the OpenAPI document without a key', async () => {
    const health = await fetch(`${server.url}/health`)
    expect(health.status).toBe(200)
    expect(await health.json()).toMatchObject({
      status: 'ok',
      region: 'demo',
      build: expect.any(String),
      workers: expect.any(Number),
      checks: {
        accounts: { status: 'ok' },
        dataset: { status: 'ok' },
        engine: { status: 'ok' },
      },
    })
    const openapi = await fetch(`${server.url}/openapi.json`)
    expect(await openapi.json()).toMatchObject({ openapi: '3.1.1' })
  })

  test('finds no key except the demo key in the output of the server', async () => {
    await server.post(`${path}?x-api-key=${key}`, body, { 'x-api-key': key })
    await server.post(path, '{', { 'x-api-key': key })
    await server.post(`/v1/${key}`, body)
    expect(server.output()).not.toContain(key)
  })
})

describe('the examples of the OpenAPI document', () => {
  const examples = operations.flatMap((operation) =>
    operation.examples.map((example) => [operation.id, example.name, operation, example] as const),
  )
  test.each(examples)(
    '%s: %s returns a full answer without a warning',
    async (_, __, op, example) => {
      const answer = await server.call(op, example.request, key)
      expect(answer.json.error).toBeUndefined()
      expect(answer.status).toBe(op.status ?? 200)
      expect(answer.headers.get('x-warnings')).toBeNull()
    },
  )
})

describe('access by key', () => {
  test.each([
    ['no key', {}],
    ['an empty key', { 'x-api-key': '' }],
    ['another prefix', { 'x-api-key': `pk_live_${'a'.repeat(40)}` }],
    ['a key that is too short', { 'x-api-key': 'sk_live_abc' }],
    ['a bearer token', { authorization: `Bearer sk_live_${'a'.repeat(40)}` }],
  ])('%s is refused with 401', async (_, headers) => {
    const answer = await server.post(path, body, headers as Record<string, string>)
    expect(answer.status).toBe(401)
    expect(answer.json).toEqual({
      error: 'unauthorized',
      message: 'Missing or invalid API key format',
    })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a key in the query string is refused with 401', async () => {
    expect((await server.post(`${path}?x-api-key=${key}`, body)).status).toBe(401)
  })

  test('an unknown key is refused with 403', async () => {
    const answer = await server.post(path, body, { 'x-api-key': `sk_live_${'a'.repeat(40)}` })
    expect(answer.status).toBe(403)
    expect(answer.json).toEqual({ error: 'forbidden', message: 'Invalid API key' })
  })

  test('a suspended key is refused with 403 until it is resumed, a revoked one from the next call on', async () => {
    const own = await server.newKey('1.00')
    const call = () => server.post(path, body, { 'x-api-key': own.key })
    expect((await call()).status).toBe(200)
    await server.keys('suspend', own.key_id)
    expect((await call()).json).toEqual({ error: 'forbidden', message: 'API key is suspended' })
    await server.keys('resume', own.key_id)
    expect((await call()).status).toBe(200)
    await server.keys('revoke', own.key_id)
    const revoked = await call()
    expect(revoked.status).toBe(403)
    expect(revoked.json).toEqual({ error: 'forbidden', message: 'API key has been revoked' })
    await expect(server.keys('resume', own.key_id)).rejects.toThrow()
    await server.keys('delete', own.key_id)
    expect((await call()).json).toEqual({ error: 'forbidden', message: 'Invalid API key' })
  })

  test('a balance below the price is refused with 402 before the body is parsed, until a top-up', async () => {
    const own = await server.newKey('0.0006')
    const call = (sent: unknown) => server.post(path, sent, { 'x-api-key': own.key })
    const refused = await call('{')
    expect(refused.status).toBe(402)
    expect(refused.json).toEqual({
      error: 'payment_required',
      message: 'Insufficient balance. Please top up your account.',
    })
    expect(refused.headers.get('x-charged')).toBe('0.00')
    expect(refused.headers.get('x-balance')).toBe('0.0006')
    await server.keys('topup', own.account_id, '0.0001')
    const paid = await call(body)
    expect(paid.status).toBe(200)
    expect(paid.headers.get('x-balance')).toBe('0.00')
  })

  test('a balance for 50 calls pays for exactly 50 of 200 concurrent calls', async () => {
    const own = await server.newKey('0.035')
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => server.post(path, body, { 'x-api-key': own.key })),
    )
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(200), count(402)]).toEqual([50, 150])
    const ledger = (await server.keys('ledger', own.account_id)) as unknown as {
      amount_usd: string
    }[]
    expect(ledger).toHaveLength(51)
  })
})

describe('a wrong request', () => {
  const cases: [string, unknown, Record<string, string>, number, Record<string, unknown>][] = [
    ['JSON that does not parse', '{', {}, 400, { error: 'bad_request' }],
    [
      'a field out of range',
      { locations: [{ lat: 91, lon: 0 }, b] },
      {},
      400,
      { error: 'bad_request', details: [{ path: 'locations.0.lat', message: expect.any(String) }] },
    ],
    [
      'a form body',
      'a=b',
      { 'content-type': 'text/plain' },
      415,
      { error: 'unsupported_media_type', message: 'Send the body as application/json.' },
    ],
    [
      'a point in the sea',
      { locations: [a, { lat: a.lat + 2, lon: a.lon }] },
      {},
      422,
      { error: 'location_not_routable', location_index: 1 },
    ],
    [
      'an islet without its ferry',
      {
        locations: [a, islet],
        travel_options: { auto: { exclude_ferries: true } },
      },
      {},
      422,
      { error: 'no_route' },
    ],
  ]
  test.each(cases)('is refused without a charge: %s', async (_, sent, headers, status, json) => {
    const answer = await server.post(path, sent, { 'x-api-key': key, ...headers })
    expect(answer.json).toMatchObject(json)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-charged')).toBe('0.00')
  })

  test('is refused with 413 when the body is over 6 MB', async () => {
    const answer = await server.post(path, ' '.repeat(6 * 1024 * 1024 + 1), { 'x-api-key': key })
    expect(answer.status).toBe(413)
    expect(answer.json).toEqual({
      error: 'payload_too_large',
      message: errorTable.payload_too_large.message,
    })
  })

  test('is refused with 404 for an unknown path, and with 405 and the allowed method for a wrong one', async () => {
    expect((await server.post('/v1/nothing', {})).status).toBe(404)
    const answer = await fetch(server.url + path)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
    expect(await answer.json()).toMatchObject({ error: 'method_not_allowed' })
  })
})
