import { ApiError } from '#platform/errors'
import type { ByteRange } from '#platform/storage'

export interface RangedFile {
  /** Size in bytes. */
  size: number
  /** The ETag with its quotes. */
  etag: string
}

export interface RangedRequest {
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Maximum bytes of one answer; a longer range is answered in part. Default: no maximum. */
  maxBytes?: number
}

/** Status and headers of an answer, and the bytes of the file that it contains. An undefined `range` means no bytes. */
export interface RangedAnswer {
  statusCode: 200 | 206 | 304 | 416
  headers: Record<string, string>
  range?: ByteRange
}

/**
 * Decides the answer to a GET or HEAD of a file: the whole file, one range of it, not modified, or range not
 * satisfiable (RFC 9110, 13.1 and 14).
 *
 * @throws ApiError `bad_request` for a whole file over `maxBytes`.
 */
export function planRangedAnswer(
  { headers, maxBytes = Number.POSITIVE_INFINITY }: RangedRequest,
  { size, etag }: RangedFile,
): RangedAnswer {
  if (hasTag(headers['if-none-match'], etag)) return { statusCode: 304, headers: { etag } }
  const condition = headers['if-range']
  const isCurrent = condition === undefined || condition === etag
  const asked = isCurrent ? parseRange(headers.range, size) : undefined
  const all = { 'accept-ranges': 'bytes', etag }
  if (asked === 'unsatisfiable') {
    return { statusCode: 416, headers: { ...all, 'content-range': `bytes */${size}` } }
  }
  if (!asked) {
    if (size <= maxBytes) return { statusCode: 200, headers: all, range: { start: 0, end: size } }
    const message = `The file has ${size} bytes: ask for a range of it, at most ${maxBytes} bytes at a time.`
    throw new ApiError('bad_request', message)
  }
  const range = { start: asked.start, end: Math.min(asked.end, asked.start + maxBytes) }
  const contentRange = `bytes ${range.start}-${range.end - 1}/${size}`
  return { statusCode: 206, headers: { ...all, 'content-range': contentRange }, range }
}

/**
 * Returns whether the caller already has the file, by a list of ETags or `*`. ETags are compared weakly, because
 * proxies weaken them.
 */
function hasTag(header: string | string[] | undefined, etag: string): boolean {
  const tags = String(header ?? '').split(',')
  return tags.some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/**
 * Returns the requested range; `undefined` without a header, and for malformed or multiple ranges, which RFC 9110
 * lets a server ignore.
 */
export function parseRange(
  header: string | string[] | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(String(header ?? '')) ?? []
  if (first === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
