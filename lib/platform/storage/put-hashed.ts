import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Storage } from './port.ts'

/** Puts an object and returns its size in bytes and its SHA-256 in hex, computed while it is sent. */
export async function putHashed(
  storage: Storage,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk)
      size += chunk.byteLength
      yield chunk
    }
  }
  await storage.put(key, Readable.from(counted(), { objectMode: false }))
  return { size, sha256: hash.digest('hex') }
}
