import type { Readable } from 'node:stream'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { ObjectInfo } from '../port.ts'
import type { Piece } from '../uploading.ts'
import type { S3Calls } from './calls.ts'
import { Multipart, sha256Base64 } from './multipart.ts'
import { patienceFor } from './settings.ts'

export interface PutOptions {
  metadata?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** Puts bytes in one request, which S3 checks by their SHA-256. */
export async function putBytes(
  calls: S3Calls,
  key: string,
  bytes: Uint8Array,
  { metadata, signal }: PutOptions = {},
): Promise<ObjectInfo> {
  const input = {
    Bucket: calls.bucket,
    Key: key,
    Body: bytes,
    ChecksumSHA256: sha256Base64(bytes),
    ...(metadata && { Metadata: metadata }),
  }
  const patience = patienceFor(bytes.length, calls.settings.write)
  const { ETag } = await calls.call(
    { operation: 'PutObject', key, patience, signal },
    (client, abortSignal) => client.send(new PutObjectCommand(input), { abortSignal }),
  )
  return { key, size: bytes.length, etag: ETag! }
}

/** The stream in pieces of `pieceBytes`; the last may be shorter, and is there even when empty. */
async function* piecesOfStream(stream: Readable, pieceBytes: number): AsyncGenerator<Piece> {
  let number = 1
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    held.push(bytes)
    heldBytes += bytes.length
    if (heldBytes < pieceBytes) continue
    const whole = Buffer.concat(held)
    let start = 0
    // One byte stays back, so that the last piece is known to be the last.
    for (; heldBytes - start > pieceBytes; start += pieceBytes)
      yield { number: number++, bytes: whole.subarray(start, start + pieceBytes) }
    held = [whole.subarray(start)]
    heldBytes -= start
  }
  yield { number, bytes: Buffer.concat(held) }
}

/**
 * Puts a stream of unknown length, holding a few parts of it: one request when it fits into one part,
 * else a multipart upload (of up to 10,000 parts), of which nothing is left when anything throws.
 */
export async function putStream(
  calls: S3Calls,
  key: string,
  stream: Readable,
): Promise<ObjectInfo> {
  const { partBytes } = calls.settings
  const pieces = piecesOfStream(stream, partBytes)
  const first = await pieces.next()
  const second = await pieces.next()
  if (first.done || second.done)
    return await putBytes(calls, key, first.value?.bytes ?? Buffer.of())

  let size = 0
  async function* all(): AsyncIterable<Piece> {
    for (const early of [first.value, second.value]) {
      size += early.bytes.length
      yield early
    }
    for await (const piece of pieces) {
      size += piece.bytes.length
      yield piece
    }
  }
  const multipart = await Multipart.begin(calls, key).catch((error: unknown) => {
    stream.destroy()
    throw error
  })
  try {
    const parts = await multipart.send(all())
    return { key, etag: await multipart.complete(parts), size }
  } catch (error) {
    stream.destroy()
    await multipart.abort()
    throw error
  }
}
