import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { AccountStore } from '#platform/accounts'
import { endpoint, microdollars, operation } from '#platform/api'
import { proxyEvent } from '../../fixtures/event.ts'
import { runs } from '../../setup/suite.ts'

const Text = z.object({ text: z.string() })

const echo = operation({
  id: 'test/echo',
  method: 'POST',
  path: '/v1/test/echo',
  summary: 'Echo',
  description: 'Gives the text back.',
  price: microdollars(1),
  needs: [],
  input: Text,
  output: Text,
  errors: [],
  examples: [],
})

const accounts = async () => ({ charge: async () => ({ balance: 1 }) }) as unknown as AccountStore
const handler = endpoint(echo, {}, async ({ text }) => ({ text }), { accounts })

const call = (body: string, isBase64Encoded: boolean) =>
  handler({ ...proxyEvent({ body }), isBase64Encoded })

test('a text arrives unchanged, as text or in base64, with or without a byte order mark', async () => {
  const property = fc.asyncProperty(
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    fc.boolean(),
    async (text, hasMark, isBase64) => {
      const json = (hasMark ? '\uFEFF' : '') + JSON.stringify({ text })
      const sent = isBase64 ? Buffer.from(json).toString('base64') : json
      const response = await call(sent, isBase64)
      expect(response.statusCode).toBe(200)
      expect(JSON.parse(response.body)).toEqual({ text: text.toWellFormed() })
    },
  )
  await fc.assert(property, { numRuns: runs(300) })
})

test.each([
  ['a byte that is never UTF-8', [0xff]],
  ['half of a character', [0xc3]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['an overlong slash', [0xc0, 0xaf]],
])('a body with %s is refused with 400', async (_, bytes) => {
  const body = Buffer.concat([Buffer.from('{"text":"a'), Buffer.from(bytes), Buffer.from('"}')])
  const response = await call(body.toString('base64'), true)
  expect(response.statusCode).toBe(400)
  expect(JSON.parse(response.body)).toEqual({
    error: 'bad_request',
    message: 'The body is not valid UTF-8.',
    details: [{ path: '', message: 'The body is not valid UTF-8.' }],
  })
})
