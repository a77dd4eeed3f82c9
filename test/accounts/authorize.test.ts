import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AccountStore,
  authorize,
  type KeyState,
  keySha256,
  newKey,
} from '../../lib/accounts/index.ts'
import { unavailable } from '../../lib/errors/index.ts'

const caller = { accountId: 'acme', keyId: 'key_1', balance: 700, grants: ['predict'] }
const key = newKey()

/** A store that knows one key, in the given state. */
function knowing(state: KeyState): Pick<AccountStore, 'authenticate'> {
  return {
    authenticate: async (sha256) => (sha256 === keySha256(key) ? { state, caller } : undefined),
  }
}

const untouched: Pick<AccountStore, 'authenticate'> = {
  authenticate: () => Promise.reject(new Error('the store was asked')),
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
  ] as const)('forbids a %s key and says so', async (state, message) => {
    expect(await authorize({ 'x-api-key': key }, knowing(state))).toEqual({
      kind: 'forbidden',
      reason: state,
      message,
      caller,
    })
  })

  test('forbids an unknown key', async () => {
    expect(await authorize({ 'x-api-key': newKey() }, knowing('active'))).toMatchObject({
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
  ])('finds %s missing, without asking the store', async (_, headers) => {
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
  ])('finds %s malformed, without asking the store', async (_, headers) => {
    expect(await authorize(headers, untouched)).toEqual({
      kind: 'unauthorized',
      reason: 'malformed',
    })
  })

  test('whatever the headers are, only the one known key is let in', async () => {
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
      { numRuns: 500 },
    )
  })

  test('a fault of the store is not an answer', async () => {
    const broken = { authenticate: () => Promise.reject(unavailable(new Error('disk'))) }
    await expect(authorize({ 'x-api-key': key }, broken)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
  })
})
