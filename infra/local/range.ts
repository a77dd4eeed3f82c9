import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { planRangedAnswer, type RangedFile } from '#platform/api'
import type { ByteRange } from '#platform/storage'
import type { Answer } from './write-answer.ts'

/** A file that can be streamed whole or in part. */
export interface StreamedFile extends RangedFile {
  stream(range: ByteRange): Readable
}

/**
 * Answers with a file: all of it, one range, or its headers for HEAD. The answer contains a stream only if it contains
 * bytes of the file.
 */
export function answerInRange(
  request: IncomingMessage,
  file: StreamedFile,
  headers: Readonly<Record<string, string>>,
): Answer {
  const { range, ...answer } = planRangedAnswer(request, file)
  const all = { ...answer, headers: { ...headers, ...answer.headers }, body: '' }
  if (!range) return all
  const lengthBytes = range.end - range.start
  const hasBytes = request.method !== 'HEAD' && lengthBytes > 0
  return { ...all, lengthBytes, ...(hasBytes && { stream: file.stream(range) }) }
}
