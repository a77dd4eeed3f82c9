import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { type RangedFile, rangedAnswer } from '#platform/api'
import type { ByteRange } from '#platform/storage'
import type { Answer } from './write-answer.ts'

/** A file that can be streamed whole or in part. */
export interface StreamedFile extends RangedFile {
  stream(range: ByteRange): Readable
}

/**
 * A file: whole, one range of it, or its headers for HEAD. The answer has a stream exactly where it has
 * bytes of the file.
 */
export function answerInRange(
  request: IncomingMessage,
  file: StreamedFile,
  headers: Readonly<Record<string, string>>,
): Answer {
  const { range, ...answer } = rangedAnswer(request, file)
  const all = { ...answer, headers: { ...headers, ...answer.headers }, body: '' }
  if (!range) return all
  const lengthBytes = range.end - range.start
  const hasBytes = request.method !== 'HEAD' && lengthBytes > 0
  return { ...all, lengthBytes, ...(hasBytes && { stream: file.stream(range) }) }
}
