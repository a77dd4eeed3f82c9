import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Storage } from '../storage/index.ts'
import { DatasetError } from './errors.ts'
import type { ManifestFile } from './manifest.ts'

/** Bytes of one read. */
const chunkBytes = 8 * 1024 * 1024
/** Reads under way at once; so many chunks are held in memory at most. */
const parallelReads = 6

/**
 * Writes an object to a new file in parallel ranges, all of the same version of it, and takes its
 * SHA-256 on the way.
 *
 * @throws DatasetError when the object is missing or is not what the manifest says; `ObjectChanged` or
 * `ObjectNotFound` when it is replaced or removed meanwhile. What is in the file is then worth nothing.
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
  const broken = new AbortController()
  const either = AbortSignal.any([signal, broken.signal])
  const readChunk = async (start: number): Promise<Uint8Array> => {
    const end = Math.min(size, start + chunkBytes)
    const { bytes } = await storage.get(key, { range: { start, end }, etag, signal: either })
    if (bytes.length !== end - start)
      throw new DatasetError(`${key} gave ${bytes.length} bytes of ${end - start} at ${start}.`)
    await writeFully(file, bytes, start)
    return bytes
  }
  const hash = createHash('sha256')
  // A window that moves in order: the hash wants the chunks one after the other, and memory a bound.
  const window: Promise<Uint8Array>[] = []
  try {
    for (let start = 0; start < size; start += chunkBytes) {
      either.throwIfAborted()
      const chunk = readChunk(start)
      // At once, and not when its turn comes: the others need not go on.
      chunk.catch((error) => broken.abort(error))
      window.push(chunk)
      if (window.length === parallelReads) hash.update(await window.shift()!)
    }
    while (window.length > 0) hash.update(await window.shift()!)
    return hash.digest('hex')
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error
  } finally {
    // The file must not be closed under a write.
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
