import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AccountStore,
  authorize,
  hashKey,
  type KeyState,
  makeKey,
  type RateLimit,
} from '#platform/accounts'
import { unavailable } from '#platform/errors'
import { runs } from '../../setup/suite.ts'

const caller = { accountId: 'acme', keyId: 'key_1', balance: 700, grants: ['predict'] }
const key = makeKey()

type Store = Pick<AccountStore, 'authenticate' | 'admit'>

/** Returns a store that knows one key, in the given state. */
function knowing(state: KeyState, limit?: RateLimit): Store {
  const known = { state, caller: { ...caller, ...(limit && { limit }) } }
  return {
    authenticate: async (sha256) => (sha256 === hashKey(key) ? known : undefined),
    admit: () => Promise.reject(new Error('the request was counted')),
  }
}

/** Returns a store whose bucket admits `count` requests. */
function admitting(count: number, state: KeyState = 'active', limit?: RateLimit) {
  const asked: Parameters<AccountStore['admit']>[0][] = []
  const admit: AccountStore['admit'] = async (request) => {
    asked.push(request)
    return { retryAfterMs: asked.length > count ? 1200 : 0 }
  }
  return { store: { ...knowing(state, limit), admit }, asked }
}

const untouched: Store = {
  authenticate: () => Promise.reject(new Error('the store was asked')),
  admit: () => Promise.reject(new Error('the request was counted')),
}

describe('authorize', () => {
  test.each(['x-api-key', 'X-Api-Key', 'X-API-KEY'])(
    'lets an active key in by %s',
    async (name) => {
      expect(await authorize({ [name]: key }, knowing('active'))).toEqual({ kind: 'allow', caller })
      expect(await authorize({ [name]: [key] }, knowing('active'))).toEqual({
        kind: 'allow',
        caller,
      })
    },
  )

  test.each([
    ['suspended', 'API key is suspended'],
    ['revoked', 'API key has been revoked'],
  ] as const)('forbids a %s key and names the state', async (state, message) => {
    expect(await authorize({ 'x-api-key': key }, knowing(state))).toEqual({
      kind: 'forbidden',
      reason: state,
      message,
      caller,
    })
  })

  test('forbids an unknown key', async () => {
    expect(await authorize({ 'x-api-key': makeKey() }, knowing('active'))).toMatchObject({
      kind: 'forbidden',
      reason: 'unknown',
      message: 'Invalid API key',
    })
  })

  test.each([
    ['no headers', {}],
    ['no value', { 'x-api-key': undefined }],
    ['no values', { 'x-api-key': [] }],
    ['a bearer token', { authorization: `Bearer ${key}` }],
    ['a header of another name', { 'x-api-keys': key }],
  ])('reports a missing key for %s, without asking the store', async (_, headers) => {
    expect(await authorize(headers, untouched)).toEqual({ kind: 'unauthorized', reason: 'missing' })
  })

  test.each([
    ['an empty key', { 'x-api-key': '' }],
    ['a key of another kind', { 'x-api-key': key.replace('live', 'test') }],
    ['a key that is too short', { 'x-api-key': key.slice(0, -1) }],
    ['a key with white space', { 'x-api-key': `${key} ` }],
    ['a list in one value', { 'x-api-key': `${key},${key}` }],
    ['a header sent twice', { 'x-api-key': [key, key] }],
    ['a header sent twice in two spellings', { 'x-api-key': key, 'X-Api-Key': key }],
  ])('reports %s as malformed, without asking the store', async (_, headers) => {
    expect(await authorize(headers, untouched)).toEqual({
      kind: 'unauthorized',
      reason: 'malformed',
    })
  })

  test('lets in only the known key, sent once, whatever the headers', async () => {
    const name = fc.oneof(fc.constantFrom('x-api-key', 'X-API-Key', '__proto__'), fc.string())
    const value = fc.oneof(fc.constant(key), fc.string(), fc.array(fc.constantFrom(key, 'other')))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (entries) => {
        const headers = Object.fromEntries(entries)
        const sent = Object.entries(headers)
          .filter(([header]) => header.toLowerCase() === 'x-api-key')
          .flatMap(([, values]) => values)
        const { kind } = await authorize(headers, knowing('active'))
        expect(kind === 'allow').toBe(sent.length === 1 && sent[0] === key)
      }),
      { numRuns: runs(500) },
    )
  })

  test('rejects when the accounts store fails', async () => {
    const disk = () => Promise.reject(unavailable(new Error('disk')))
    const headers = { 'x-api-key': key }
    const fault = { code: 'service_unavailable' }
    const broken = { ...knowing('active'), authenticate: disk }
    await expect(authorize(headers, broken)).rejects.toMatchObject(fault)
    const uncounted = { ...knowing('active'), admit: disk }
    await expect(authorize(headers, uncounted, limit)).rejects.toMatchObject(fault)
  })

  const limit = { requestsPerSecond: 5, burst: 20 }

  test('counts a request against the default limit and throttles a key that exceeds it', async () => {
    const { store, asked } = admitting(1)
    const headers = { 'x-api-key': key }
    expect(await authorize(headers, store, limit)).toEqual({ kind: 'allow', caller })
    expect(await authorize(headers, store, limit)).toEqual({
      kind: 'throttled',
      caller,
      retryAfterSeconds: 2,
    })
    expect(asked).toEqual([
      { keyId: 'key_1', limit },
      { keyId: 'key_1', limit },
    ])
  })

  test('counts a request against the limit of the account when the account has one', async () => {
    const own = { requestsPerSecond: 1000, burst: 1 }
    const { store, asked } = admitting(1, 'active', own)
    await authorize({ 'x-api-key': key }, store, limit)
    await authorize({ 'x-api-key': key }, store)
    expect(asked.map((request) => request.limit)).toEqual([own, own])
  })

  test.each(['suspended', 'revoked'] as const)(
    'throttles a %s key before it forbids it',
    async (state) => {
      const { store } = admitting(1, state)
      const kinds = [
        (await authorize({ 'x-api-key': key }, store, limit)).kind,
        (await authorize({ 'x-api-key': key }, store, limit)).kind,
      ]
      expect(kinds).toEqual(['forbidden', 'throttled'])
    },
  )

  test('does not count requests for unknown keys', async () => {
    const { store, asked } = admitting(0)
    expect(await authorize({ 'x-api-key': makeKey() }, store, limit)).toMatchObject({
      kind: 'forbidden',
    })
    expect(asked).toEqual([])
  })
})
