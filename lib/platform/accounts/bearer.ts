import type { Headers } from './authorize.ts'

/** The scheme, in any case (RFC 9110, 11.1), followed by one or more spaces (RFC 6750, 2.1). */
const bearer = /^bearer +/i

/**
 * Returns the headers with the key of `authorization: Bearer KEY` as `x-api-key`, for the one route that accepts it.
 * A header `x-api-key` takes precedence. Another scheme results in a malformed key.
 */
export function withBearerKey(headers: Headers): Headers {
  const named = (wanted: string) =>
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() === wanted)
      .flatMap(([, value]) => value ?? [])
  if (named('x-api-key').length > 0) return headers
  const sent = named('authorization')
  if (sent.length === 0) return headers
  return { 'x-api-key': sent.map((value) => (bearer.test(value) ? value.replace(bearer, '') : '')) }
}
