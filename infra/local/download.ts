import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../lib/errors/index.ts'
import {
  attachmentOf,
  type ByteRange,
  ObjectNotFound,
  type PresignedLocalStorage,
} from '../../lib/storage/index.ts'
import type { Answer } from './write-answer.ts'

export interface DownloadRequest {
  /** The key, percent-encoded. */
  path: string
  query: ReadonlyMap<string, string>
  request: IncomingMessage
}

/**
 * A signed download, streamed from disk: whole, one range of it, or its headers for HEAD.
 *
 * @throws ApiError `forbidden`, `not_found`.
 */
export async function answerOfDownload(
  storage: PresignedLocalStorage,
  { path, query, request }: DownloadRequest,
): Promise<Answer> {
  const key = keyOf(path)
  const { fileName } = await storage.acceptDownload(key, query)
  const object = await storage.open(key).catch((error: unknown) => {
    if (error instanceof ObjectNotFound)
      throw new ApiError('not_found', 'The file is no longer there.')
    throw error
  })
  const { size, etag, modifiedAt } = object
  const asked = isCurrent(request, etag) ? rangeOf(request.headers.range, size) : undefined
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': attachmentOf(fileName),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'last-modified': new Date(modifiedAt).toUTCString(),
    etag,
  }
  if (asked === 'unsatisfiable') {
    await object.close()
    return {
      statusCode: 416,
      headers: { ...headers, 'content-range': `bytes */${size}` },
      body: '',
    }
  }
  const range = asked ?? { start: 0, end: size }
  const lengthBytes = range.end - range.start
  const answer = {
    ...(asked
      ? {
          statusCode: 206,
          headers: {
            ...headers,
            'content-range': `bytes ${range.start}-${range.end - 1}/${size}`,
          },
        }
      : { statusCode: 200, headers }),
    body: '',
    lengthBytes,
  }
  if (request.method !== 'HEAD' && lengthBytes > 0)
    return { ...answer, stream: object.stream(range) }
  await object.close()
  return answer
}

/** @throws ApiError `forbidden`: no such key was signed. */
function keyOf(path: string): string {
  try {
    return path.split('/').map(decodeURIComponent).join('/')
  } catch {
    throw new ApiError(
      'forbidden',
      'The signature of the download is wrong: use the URL unchanged.',
    )
  }
}

/** Whether the file is still the one that the caller has a part of (`If-Range`, RFC 9110, 13.1.5). */
function isCurrent({ headers }: IncomingMessage, etag: string): boolean {
  const condition = headers['if-range']
  return condition === undefined || condition === etag
}

/** The requested range; `undefined` without a header, and for malformed or several ranges, which RFC 9110 lets a
 * server ignore. */
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
