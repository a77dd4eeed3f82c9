import type { IncomingMessage } from 'node:http'

/** The target of a request line. */
export interface RequestTarget {
  path: string
  /** Without the question mark, as sent. */
  query: string
}

/** As sent, without resolving dot segments: only exact paths match. */
export function targetOf({ url = '/' }: IncomingMessage): RequestTarget {
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
  const target = url.slice(origin.length)
  const at = target.indexOf('?')
  return at < 0
    ? { path: target || '/', query: '' }
    : { path: target.slice(0, at) || '/', query: target.slice(at + 1) }
}

/** Names and values of a query string; `undefined` when it is not percent-encoded UTF-8. */
export function parametersOf(query: string): [name: string, value: string][] | undefined {
  try {
    return query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=')
        return at < 0
          ? [decoded(pair), '']
          : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]
      })
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Throws for a percent sign without two hexadecimal digits and for invalid UTF-8. */
function decoded(text: string): string {
  if (/%(?![0-9a-f]{2})/i.test(text)) throw new TypeError('malformed percent-encoding')
  // Node gives the bytes of a request line as one character each.
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return utf8.decode(Buffer.from(bytes, 'latin1'))
}

/**
 * A path for a log line: without the query, and with any API key in it masked, however it is encoded.
 */
export function printablePath({ path }: RequestTarget): string {
  const segments = path.slice(0, 200).split('/')
  return segments.map((segment) => (containsKey(segment) ? 'sk_live_…' : segment)).join('/')
}

function containsKey(segment: string): boolean {
  const plain = segment.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return /sk_live/i.test(plain)
}
