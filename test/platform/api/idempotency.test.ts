import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { AccountStore } from '#platform/accounts'
import { openLocalAccounts } from '#platform/accounts/local'
import { endpoint, type InvocationContext, logger, microdollars, operation } from '#platform/api'
import { ApiError } from '#platform/errors'
import { ledgerOf, openAccount, price } from '../../contract/accounts-fixtures.ts'
import { type EventOptions, proxyEvent } from '../../fixtures/event.ts'

const folder = mkdtempSync(join(tmpdir(), 'idempotency-'))
afterAll(() => rmSync(folder, { recursive: true }))
let store: AccountStore
let account: Awaited<ReturnType<typeof openAccount>>
beforeAll(() => {
  store = openLocalAccounts(join(folder, 'accounts.db'))
  return () => store.close()
})

/** Number of times that the work has run. */
let works = 0
let run: (input: { text: string }) => Promise<object>
beforeEach(async () => {
  works = 0
  account = await openAccount(store, 10 * price)
  run = async ({ text }) => ({ text, random: randomBytes(8).toString('hex') })
})

const described = {
  summary: 'Echo',
  description: 'Gives the text back.',
  needs: [],
  input: z.object({ text: z.string(), format: z.enum(['footstep', 'geojson']).optional() }),
  output: z.object({ text: z.string(), random: z.string() }),
  geojson: z.object({ type: z.literal('FeatureCollection') }),
  errors: [],
  examples: [],
} as const
const charged = operation({
  ...described,
  id: 'test/echo',
  method: 'POST',
  path: '/v1/test/echo',
  price: microdollars(price),
})
const free = operation({ ...charged, id: 'test/free', price: microdollars(0), status: 201 })
const got = operation({ ...charged, id: 'test/get', method: 'GET' })

type Called = typeof charged | typeof free | typeof got

async function call(
  options: EventOptions & { key?: string | undefined; operation?: Called },
  context?: InvocationContext,
) {
  const { key, operation = charged, ...event } = options
  const work = async (input: { text: string }) => {
    works++
    return await run(input)
  }
  const handler = endpoint(operation as typeof charged, {}, work, {
    accounts: async () => store,
    geojson: (answer) => ({ type: 'FeatureCollection', answer }),
  })
  const { balance } = (await store.getAccount(account.accountId))!
  const response = await handler(
    proxyEvent({
      body: { text: 'a' },
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
      caller: { ...account, balance },
      method: operation.method,
      ...event,
    }),
    context,
  )
  return { ...response, headers: response.headers ?? {}, json: JSON.parse(response.body) }
}

const charges = async () =>
  (await ledgerOf(store, account.accountId)).filter(({ kind }) => kind === 'charge')

describe('a call with an idempotency key', () => {
  test('is answered with the same bytes again, with the current balance and without a charge', async () => {
    const first = await call({ key: 'k', body: { text: 'a', colour: 'red' } })
    expect(first).toMatchObject({ statusCode: 200, headers: { 'x-charged': '0.0007' } })
    expect(first.headers).not.toHaveProperty('x-idempotent-replay')
    await store.topUp(account.accountId, 1_000_000)
    const again = await call({ key: 'k', body: { text: 'a', colour: 'red' } })
    expect(again.body).toBe(first.body)
    expect(again.statusCode).toBe(200)
    expect(again.headers).toMatchObject({
      'content-type': first.headers['content-type'],
      'x-warnings': first.headers['x-warnings'],
      'x-idempotent-replay': 'true',
      'x-charged': '0.00',
      'x-balance': '1.0063',
    })
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(works).toBe(1)
    expect(await charges()).toMatchObject([{ requestId: first.headers['x-request-id'] }])
  })

  test('is answered again after the balance is spent', async () => {
    account = await openAccount(store, price)
    const first = await call({ key: 'k' })
    const again = await call({ key: 'k' })
    expect(again.body).toBe(first.body)
    expect(await call({ key: 'new' })).toMatchObject({ statusCode: 402 })
    expect(await call({})).toMatchObject({ statusCode: 402 })
  })

  test.each([
    ['another body', { body: { text: 'b' } }],
    ['another format', { headers: { 'idempotency-key': 'k', accept: 'application/geo+json' } }],
    ['another operation', { operation: free }],
  ])('is refused as a conflict when it repeats the key with %s', async (_, other) => {
    await call({ key: 'k' })
    const response = await call({ key: 'k', ...other })
    expect(response).toMatchObject({
      statusCode: 409,
      json: { error: 'idempotency_conflict', message: expect.stringContaining('new key') },
    })
    expect(response.headers).not.toHaveProperty('retry-after')
    expect(await charges()).toHaveLength(1)
  })

  test('is the same call whatever it accepts, when the body decides the format', async () => {
    const body = { text: 'a', format: 'geojson' }
    const first = await call({ key: 'k', body })
    const headers = { 'idempotency-key': 'k', accept: 'application/geo+json' }
    expect((await call({ body, headers })).body).toBe(first.body)
  })

  test.each([
    ['is not valid', { body: { text: 1 } }, 400],
    ['cannot be read', { body: '{' }, 400],
  ])('leaves the key free when it %s', async (_, event, status) => {
    expect(await call({ key: 'k', ...event })).toMatchObject({ statusCode: status })
    expect(await call({ key: 'k' })).toMatchObject({ statusCode: 200 })
  })

  test.each(['no_route', 'service_unavailable', 'gateway_timeout'] as const)(
    'costs nothing and leaves the key free, for another body too, when it fails with %s',
    async (code) => {
      const works = run
      run = async () => {
        throw new ApiError(code)
      }
      const failed = await call({ key: 'k' })
      expect(failed.json.error).toBe(code)
      expect(failed.headers).not.toHaveProperty('x-idempotent-replay')
      run = works
      const response = await call({ key: 'k', body: { text: 'b' } })
      expect(response).toMatchObject({ statusCode: 200, headers: { 'x-charged': '0.0007' } })
    },
  )

  test('is not charged, and leaves the key free, when its answer cannot reach the caller', async () => {
    const lost = await call({ key: 'k' }, { canDeliver: () => false })
    expect(lost.statusCode).toBe(504)
    expect(await charges()).toHaveLength(0)
    expect(await call({ key: 'k' })).toMatchObject({ headers: { 'x-charged': '0.0007' } })
  })

  test('is worked and charged once, however many copies arrive at the same time', async () => {
    let proceed = () => {}
    const released = new Promise<void>((resolve) => {
      proceed = resolve
    })
    const work = run
    run = async (input) => {
      await released
      return await work(input)
    }
    const calls = Array.from({ length: 5 }, () => call({ key: 'k' }))
    await vi.waitFor(() => expect(works).toBe(1))
    proceed()
    const bodies = new Set((await Promise.all(calls)).map(({ body }) => body))
    expect(bodies.size).toBe(1)
    expect(works).toBe(1)
    expect(await charges()).toHaveLength(1)
  })

  test('receives the time to try again when its first call takes longer than the wait', async () => {
    const begin = vi
      .spyOn(store.idempotency, 'begin')
      .mockResolvedValue({ kind: 'running', retryAfterMs: 3500 })
    const response = await call({ key: 'k' })
    const looks = begin.mock.calls.length
    begin.mockRestore()
    expect(response).toMatchObject({
      statusCode: 409,
      headers: { 'retry-after': '4' },
      json: { error: 'idempotency_conflict', retry_after_seconds: 4 },
    })
    expect(looks).toBeGreaterThan(3)
    expect(looks).toBeLessThan(20)
    expect(works).toBe(0)
  }, 20_000)

  test('is worked again, uncharged, five times when its answer is too large to keep', async () => {
    run = async ({ text }) => ({ text, random: randomBytes(80_000).toString('hex') })
    expect(await call({ key: 'k' })).toMatchObject({ headers: { 'x-charged': '0.0007' } })
    for (let i = 1; i <= 5; i++) {
      const again = await call({ key: 'k' })
      expect(again).toMatchObject({
        statusCode: 200,
        headers: { 'x-charged': '0.00', 'x-idempotent-replay': 'true' },
      })
      expect(works).toBe(1 + i)
    }
    const response = await call({ key: 'k' })
    expect(response).toMatchObject({
      statusCode: 409,
      json: { error: 'idempotency_conflict', message: expect.stringContaining('too large') },
    })
    expect(works).toBe(6)
    expect(await charges()).toHaveLength(1)
  })

  test('is answered again without doing its work twice when it is free', async () => {
    const first = await call({ key: 'k', operation: free })
    const again = await call({ key: 'k', operation: free })
    expect(first).toMatchObject({ statusCode: 201, headers: { 'x-charged': '0.00' } })
    expect(again).toMatchObject({ statusCode: 201, body: first.body })
    expect(again.headers['x-idempotent-replay']).toBe('true')
    expect(works).toBe(1)
  })

  test.each(['', 'two words', 'ä', 'x'.repeat(256), 'a\tb'])(
    'is refused when the key is "%s"',
    async (key) => {
      expect(await call({ key })).toMatchObject({
        statusCode: 400,
        json: { error: 'bad_request', details: [{ path: 'idempotency-key' }] },
      })
      expect(works).toBe(0)
    },
  )

  test('accepts a key of 255 characters and refuses two headers', async () => {
    expect(await call({ key: 'x'.repeat(255) })).toMatchObject({ statusCode: 200 })
    const event = proxyEvent({ body: { text: 'a' }, caller: account })
    event.multiValueHeaders = { 'idempotency-key': ['one', 'two'] }
    const handler = endpoint(charged, {}, run as never, {
      accounts: async () => store,
      geojson: (answer) => answer,
    })
    expect(await handler(event)).toMatchObject({ statusCode: 400 })
  })

  test('is charged each time, and warns that the key has no effect, when it is a GET', async () => {
    const query = { text: ['a'] }
    for (let i = 0; i < 2; i++) {
      const response = await call({ key: 'k', operation: got, body: undefined, query })
      expect(response.headers['x-charged']).toBe('0.0007')
      expect(response.headers['x-warnings']).toContain('idempotency-key')
    }
  })

  test('takes its key from the function that invokes it, whatever its method', async () => {
    const context = { clientContext: { custom: { idempotencyKey: 'k' } } }
    const query = { text: ['a'] }
    const event = { operation: got, body: undefined, query }
    const first = await call(event, context)
    expect((await call(event, context)).body).toBe(first.body)
    expect(await charges()).toHaveLength(1)
  })

  test('leaves no trace of its key in the log', async () => {
    const lines: unknown[] = []
    vi.spyOn(logger, 'info').mockImplementation((...line) => void lines.push(line))
    await call({ key: 'my-secret-key' })
    await call({ key: 'my-secret-key' })
    await call({ key: 'my-secret-key', body: { text: 'b' } })
    vi.restoreAllMocks()
    expect(lines.length).toBeGreaterThan(2)
    expect(JSON.stringify(lines)).not.toContain('my-secret-key')
    expect(JSON.stringify(lines[1])).toContain('idempotent_replay')
  })
})
