import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../../lib/storage/index.ts'
import type { Answer } from './write-answer.ts'

/** A file that can be streamed whole or in part. */
export interface RangedFile {
  /** Bytes. */
  size: number
  /** With its quotes. */
  etag: string
  stream(range: ByteRange): Readable
}

/**
 * A file: whole, one range of it, or its headers for HEAD (RFC 9110, 14). The answer has a stream exactly
 * where it has bytes of the file.
 */
export function answerInRange(
  request: IncomingMessage,
  { size, etag, stream }: RangedFile,
  headers: Readonly<Record<string, string>>,
): Answer {
  const asked = isCurrent(request, etag) ? rangeOf(request.headers.range, size) : undefined
  const all = { ...headers, 'accept-ranges': 'bytes', etag }
  if (asked === 'unsatisfiable') {
    return { statusCode: 416, headers: { ...all, 'content-range': `bytes */${size}` }, body: '' }
  }
  const range = asked ?? { start: 0, end: size }
  const lengthBytes = range.end - range.start
  const contentRange = { 'content-range': `bytes ${range.start}-${range.end - 1}/${size}` }
  return {
    ...(asked
      ? { statusCode: 206, headers: { ...all, ...contentRange } }
      : { statusCode: 200, headers: all }),
    ...{ body: '', lengthBytes },
    ...(request.method !== 'HEAD' && lengthBytes > 0 && { stream: stream(range) }),
  }
}

/** Whether the file is still the one that the caller has a part of (`If-Range`, RFC 9110, 13.1.5). */
function isCurrent({ headers }: IncomingMessage, etag: string): boolean {
  const condition = headers['if-range']
  return condition === undefined || condition === etag
}

/**
 * The requested range; `undefined` without a header, and for malformed or several ranges, which RFC 9110
 * lets a server ignore.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
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
