import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Storage } from '#platform/storage'
import { DatasetError } from './errors.ts'
import type { ManifestFile } from './manifest.ts'

/** Bytes of one read. */
const chunkBytes = 8 * 1024 * 1024
/** Number of parallel reads, which is also the maximum number of chunks in memory. */
const parallelReads = 6

/**
 * Downloads an object into a new file, in parallel ranges of one version, and checks its SHA-256.
 *
 * @throws DatasetError when the object is missing or differs from the manifest; `ObjectChanged` or
 * `ObjectNotFound` when it is replaced or removed meanwhile. The file is then unusable.
 */
export async function download(
  storage: Storage,
  key: string,
  expected: ManifestFile,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const info = await storage.head(key)
  if (!info) throw new DatasetError(`${key} is missing.`)
  if (info.size !== expected.size)
    throw new DatasetError(`${key} has ${info.size} bytes instead of ${expected.size}.`)
  const file = await open(path, 'wx')
  try {
    const sha256 = await readInto(file, storage, key, info, signal)
    if (sha256 !== expected.sha256)
      throw new DatasetError(`${key} has another SHA-256 than its manifest says.`)
  } finally {
    await file.close()
  }
}

async function readInto(
  file: FileHandle,
  storage: Storage,
  key: string,
  { size, etag }: { size: number; etag: string },
  signal: AbortSignal,
): Promise<string> {
  const failure = new AbortController()
  const stop = AbortSignal.any([signal, failure.signal])
  const readChunk = async (start: number): Promise<Uint8Array> => {
    const end = Math.min(size, start + chunkBytes)
    const { bytes } = await storage.get(key, { range: { start, end }, etag, signal: stop })
    if (bytes.length !== end - start)
      throw new DatasetError(`${key} gave ${bytes.length} bytes of ${end - start} at ${start}.`)
    await writeFully(file, bytes, start)
    return bytes
  }
  const hash = createHash('sha256')
  // A moving window bounds the memory and passes the chunks to the hash in order.
  const window: Promise<Uint8Array>[] = []
  try {
    for (let start = 0; start < size; start += chunkBytes) {
      stop.throwIfAborted()
      const chunk = readChunk(start)
      // Stops the other reads immediately.
      chunk.catch((error) => failure.abort(error))
      window.push(chunk)
      if (window.length === parallelReads) hash.update(await window.shift()!)
    }
    while (window.length > 0) hash.update(await window.shift()!)
    return hash.digest('hex')
  } catch (error) {
    throw failure.signal.aborted ? failure.signal.reason : error
  } finally {
    // The file must not be closed during a write.
    await Promise.allSettled(window)
  }
}

async function writeFully(file: FileHandle, bytes: Uint8Array, start: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(
      bytes,
      written,
      bytes.length - written,
      start + written,
    )
    written += bytesWritten
  }
}
