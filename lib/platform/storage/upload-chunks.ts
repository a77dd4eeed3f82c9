import { createHash } from 'node:crypto'
import { ContentMismatch, type UploadOptions, type UploadSource } from './port.ts'

/**
 * Checks a SHA-256.
 *
 * @throws TypeError unless the text is a SHA-256 in lower-case hex.
 */
export function assertSha256(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError(`not a SHA-256 in hex: ${sha256}`)
}

/** One chunk of a body; `number` counts from 1. */
export interface UploadChunk {
  number: number
  bytes: Uint8Array
}

/**
 * Yields the body in chunks of `chunkBytes`, in order. The last chunk is yielded only when the SHA-256 of the whole
 * body is correct.
 *
 * @throws ContentMismatch when the source returns other bytes; the signal's reason when it is aborted.
 */
export async function* readUploadChunks(
  key: string,
  source: UploadSource,
  chunkBytes: number,
  { sha256, signal }: UploadOptions,
): AsyncIterable<UploadChunk> {
  const whole = createHash('sha256')
  for (let start = 0, number = 1; start < source.size; start += chunkBytes, number++) {
    signal?.throwIfAborted()
    const end = Math.min(start + chunkBytes, source.size)
    const bytes = await source.read({ start, end })
    if (bytes.length !== end - start)
      throw new ContentMismatch(key, `the body ends before its ${source.size} bytes`)
    whole.update(bytes)
    if (end === source.size) check(key, whole.digest('hex'), sha256)
    yield { number, bytes }
  }
  if (source.size === 0) check(key, whole.digest('hex'), sha256)
  signal?.throwIfAborted()
}

function check(key: string, actual: string, expected: string): void {
  if (actual !== expected)
    throw new ContentMismatch(key, `its SHA-256 is ${actual}, expected ${expected}`)
}
