import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskPath, parseParameters, splitTarget } from '../../../infra/local/request-target.ts'

const request = (url: string) => ({ url }) as IncomingMessage

test.each([
  ['/a/b?c=d?e', { path: '/a/b', query: 'c=d?e' }],
  ['/', { path: '/', query: '' }],
  ['http://host:1/a?b', { path: '/a', query: 'b' }],
  ['http://host', { path: '/', query: '' }],
  ['//host/health', { path: '//host/health', query: '' }],
  ['/v1/../health', { path: '/v1/../health', query: '' }],
])('splits %s without resolving anything', (url, target) => {
  expect(splitTarget(request(url))).toEqual(target)
})

test('reads parameters as URLSearchParams writes them', () => {
  const pairs = fc.array(
    fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
  )
  fc.assert(
    fc.property(pairs, (sent) => {
      const query = new URLSearchParams(sent).toString()
      expect(parseParameters(query)).toEqual([...new URLSearchParams(query)])
    }),
  )
})

test('reads UTF-8 that is not percent-encoded too', () => {
  // The bytes of a request line as Node passes them on.
  const line = Buffer.from('text=Zürich+東').toString('latin1')
  expect(parseParameters(line)).toEqual([['text', 'Zürich 東']])
})

test.each(['a=%', 'a=%1', 'a=%zz', '%=a', 'a=%ff', 'a=%c3', 'a=%ed%a0%80', 'a=\xff'])(
  'rejects the query %s',
  (query) => {
    expect(parseParameters(query)).toBeUndefined()
  },
)

test('hides a key in a path, however it is encoded', () => {
  const key = `sk_live_${'aB3'.repeat(13)}x`
  const encoded = fc
    .array(fc.boolean(), { minLength: key.length, maxLength: key.length })
    .map((chosen) =>
      [...key].map((c, i) => (chosen[i] ? `%${c.charCodeAt(0).toString(16)}` : c)).join(''),
    )
  const around = fc.constantFrom('', 'x', '/v1/', '%2F', '..')
  fc.assert(
    fc.property(encoded, around, around, (typed, before, after) => {
      const printed = maskPath({ path: `/v1/${before}${typed}${after}`, query: typed })
      expect(decodeURIComponent(printed)).not.toContain('aB3')
    }),
  )
  expect(maskPath({ path: '/v1/routing/route', query: 'key=1' })).toBe('/v1/routing/route')
})
