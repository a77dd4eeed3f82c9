import type { IncomingMessage } from 'node:http'
import { ApiError } from '#platform/errors'
import { formatAttachment, ObjectNotFound, type PresignedLocalStorage } from '#platform/storage'
import { answerInRange } from './range.ts'
import type { Answer } from './write-answer.ts'

export interface DownloadRequest {
  /** Object key, percent-encoded. */
  path: string
  query: ReadonlyMap<string, string>
  request: IncomingMessage
}

/**
 * Answers a signed download, streamed from disk: the whole file, one range of it, or its headers for HEAD.
 *
 * @throws ApiError `forbidden`, `not_found`.
 */
export async function answerDownload(
  storage: PresignedLocalStorage,
  { path, query, request }: DownloadRequest,
): Promise<Answer> {
  const key = decodeKey(path)
  const { fileName } = await storage.acceptDownload(key, query)
  const object = await storage.open(key).catch((error: unknown) => {
    if (error instanceof ObjectNotFound)
      throw new ApiError('not_found', 'The file is no longer there.')
    throw error
  })
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': formatAttachment(fileName),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'last-modified': new Date(object.modifiedAt).toUTCString(),
  }
  const answer = answerInRange(request, object, headers)
  if (!answer.stream) await object.close()
  return answer
}

/** Decodes an object key. Throws `forbidden` for malformed percent-encoding, since only well-formed keys are signed. */
function decodeKey(path: string): string {
  try {
    return path.split('/').map(decodeURIComponent).join('/')
  } catch {
    throw new ApiError(
      'forbidden',
      'The signature of the download is wrong: use the URL unchanged.',
    )
  }
}
