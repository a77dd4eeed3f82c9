import type { Readable } from 'node:stream'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import type { ObjectInfo } from '../port.ts'
import type { UploadChunk } from '../upload-chunks.ts'
import { hashBase64, Multipart } from './multipart.ts'
import type { S3Requests } from './requests.ts'
import { chooseRetryPolicy } from './settings.ts'

export interface PutOptions {
  metadata?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** Puts bytes in one request; S3 checks their SHA-256. */
export async function putBytes(
  calls: S3Requests,
  key: string,
  bytes: Uint8Array,
  { metadata, signal }: PutOptions = {},
): Promise<ObjectInfo> {
  const input = {
    Bucket: calls.bucket,
    Key: key,
    Body: bytes,
    ChecksumSHA256: hashBase64(bytes),
    ...(metadata && { Metadata: metadata }),
  }
  const policy = chooseRetryPolicy(bytes.length, calls.settings.write)
  const { ETag } = await calls.call(
    { operation: 'PutObject', key, policy, signal },
    (client, abortSignal) => client.send(new PutObjectCommand(input), { abortSignal }),
  )
  return { key, size: bytes.length, etag: ETag! }
}

/** Yields the stream in chunks of `chunkBytes`. There is always a last chunk, which may be shorter or empty. */
async function* streamChunks(stream: Readable, chunkBytes: number): AsyncGenerator<UploadChunk> {
  let number = 1
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const data of stream as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    held.push(bytes)
    heldBytes += bytes.length
    if (heldBytes < chunkBytes) continue
    const whole = Buffer.concat(held)
    let start = 0
    // Keep at least one byte back: only the end of the stream yields the last chunk.
    for (; heldBytes - start > chunkBytes; start += chunkBytes)
      yield { number: number++, bytes: whole.subarray(start, start + chunkBytes) }
    held = [whole.subarray(start)]
    heldBytes -= start
  }
  yield { number, bytes: Buffer.concat(held) }
}

/**
 * Puts a stream of unknown length with a few parts in memory. Sends one request when it fits into one part, otherwise
 * a multipart upload (up to 10,000 parts), which is aborted when anything throws.
 */
export async function putStream(
  calls: S3Requests,
  key: string,
  stream: Readable,
): Promise<ObjectInfo> {
  const { partBytes } = calls.settings
  const chunks = streamChunks(stream, partBytes)
  const first = await chunks.next()
  const second = await chunks.next()
  if (first.done || second.done)
    return await putBytes(calls, key, first.value?.bytes ?? Buffer.of())

  let size = 0
  async function* yieldAll(): AsyncIterable<UploadChunk> {
    for (const early of [first.value, second.value]) {
      size += early.bytes.length
      yield early
    }
    for await (const chunk of chunks) {
      size += chunk.bytes.length
      yield chunk
    }
  }
  const multipart = await Multipart.begin(calls, key).catch((error: unknown) => {
    stream.destroy()
    throw error
  })
  try {
    const parts = await multipart.send(yieldAll())
    return { key, etag: await multipart.complete(parts), size }
  } catch (error) {
    stream.destroy()
    await multipart.abort()
    throw error
  }
}
