import type { IncomingMessage } from 'node:http'

/** Target of a request line. */
export interface RequestTarget {
  path: string
  /** Query as sent, without the question mark. */
  query: string
}

/**
 * Splits the target of a request into path and query, as sent. Dot segments are not resolved: only exact paths match.
 */
export function splitTarget({ url = '/' }: IncomingMessage): RequestTarget {
  const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
  const target = url.slice(origin.length)
  const at = target.indexOf('?')
  return at < 0
    ? { path: target || '/', query: '' }
    : { path: target.slice(0, at) || '/', query: target.slice(at + 1) }
}

/** Parses the names and values of a query string; `undefined` when it is not percent-encoded UTF-8. */
export function parseParameters(query: string): [name: string, value: string][] | undefined {
  try {
    return query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=')
        return at < 0
          ? [decodePercent(pair), '']
          : [decodePercent(pair.slice(0, at)), decodePercent(pair.slice(at + 1))]
      })
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes percent-encoding. Throws for a percent sign without two hexadecimal digits and for invalid UTF-8. */
function decodePercent(text: string): string {
  if (/%(?![0-9a-f]{2})/i.test(text)) throw new TypeError('malformed percent-encoding')
  // Node represents each byte of a request line as one character.
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return utf8.decode(Buffer.from(bytes, 'latin1'))
}

/** Returns a path for a log line: without the query, and with any API key in it masked, whatever its encoding. */
export function maskPath({ path }: RequestTarget): string {
  const segments = path.slice(0, 200).split('/')
  return segments.map((segment) => (containsKey(segment) ? 'sk_live_…' : segment)).join('/')
}

function containsKey(segment: string): boolean {
  const plain = segment.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return /sk_live/i.test(plain)
}
