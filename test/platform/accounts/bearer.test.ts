import { describe, expect, test } from 'vitest'
import { authorize, makeKey, withBearerKey } from '#platform/accounts'

const key = makeKey()

describe('a key as a Bearer token', () => {
  test.each([`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`])('is read from "%s"', (sent) => {
    expect(withBearerKey({ Authorization: [sent] })).toEqual({ 'x-api-key': [key] })
  })

  test('is ignored when the header for keys is present', () => {
    const headers = { 'X-Api-Key': 'sk', authorization: `Bearer ${key}` }
    expect(withBearerKey(headers)).toBe(headers)
  })

  test.each([[{}], [{ accept: 'text/html' }], [{ authorization: undefined }]])(
    'is absent without an authorization header: %j',
    (headers) => {
      expect(withBearerKey(headers)).toBe(headers)
    },
  )

  test.each([
    ['another scheme', { authorization: `Basic ${key}` }],
    ['a key without a scheme', { authorization: key }],
    ['two tokens', { authorization: [`Bearer ${key}`, `Bearer ${key}`] }],
    ['a tail', { authorization: `Bearer ${key} more` }],
  ])('is malformed when it is %s', async (_, headers) => {
    const store = { authenticate: async () => undefined, admit: async () => ({ retryAfterMs: 0 }) }
    expect(await authorize(withBearerKey(headers), store)).toEqual({
      kind: 'unauthorized',
      reason: 'malformed',
    })
  })
})
