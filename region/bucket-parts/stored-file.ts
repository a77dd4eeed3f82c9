import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { putHashed, type Storage } from '#platform/storage'
import { RegionError } from '../errors.ts'

/** An object that was stored from files; `size` in bytes. */
export const StoredFile = z.object({ key: z.string(), size: z.int(), sha256: z.string() })
export type StoredFile = z.output<typeof StoredFile>

const chunkBytes = 8 << 20

/** Stores files one after the other as one object. */
export async function storeFiles(
  storage: Storage,
  key: string,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<StoredFile> {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const path of paths) yield* createReadStream(path, { highWaterMark: 1 << 20, signal })
  }
  return { key, ...(await putHashed(storage, key, bytes())) }
}

/**
 * Reads the bytes of a stored file. The last ones are yielded only if the checksum of all is right.
 *
 * @throws RegionError for a file that is missing or was changed.
 */
export async function* readStored(
  storage: Storage,
  { key, size, sha256 }: StoredFile,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const changed = () =>
    new RegionError(
      `${key} is not what the build stored, or another build has removed it: build again.`,
    )
  const head = await storage.head(key)
  if (head?.size !== size) throw changed()
  const hash = createHash('sha256')
  for (let start = 0; start < size; start += chunkBytes) {
    const range = { start, end: Math.min(size, start + chunkBytes) }
    const { bytes } = await storage.get(key, {
      range,
      etag: head.etag,
      ...(signal && { signal }),
    })
    hash.update(bytes)
    if (range.end === size && hash.digest('hex') !== sha256) throw changed()
    yield bytes
  }
}

/** Copies a stored file to a path. */
export async function fetchStored(
  storage: Storage,
  file: StoredFile,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  const bytes = Readable.from(readStored(storage, file, signal), { highWaterMark: 1 })
  await pipeline(bytes, createWriteStream(path), { ...(signal && { signal }) })
}

/** Returns the size of a file in bytes. */
export async function readFileSize(path: string): Promise<number> {
  return (await stat(path)).size
}
