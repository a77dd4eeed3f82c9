import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ByteRange, Storage } from '#platform/storage'
import { createDamageError, createUnreadableError } from './errors.ts'

/** Bytes of a pack that are read by range: a file, a stored object or memory. */
export interface RangeSource {
  /** Name of the pack, for messages. */
  readonly name: string
  /** Size of the pack, bytes. */
  readonly size: number
  /** Reads a range of bytes, which must not be empty and must lie within `size`. */
  read(range: ByteRange, signal?: AbortSignal): Promise<Uint8Array>
  /** Bytes of the whole pack, if they are in memory. */
  readonly resident?: Uint8Array
  /** Returns the file that contains a byte, where there are several. */
  fileAt?(offset: number): { name: string; offset: number }
}

export interface FileSource extends RangeSource {
  close(): Promise<void>
}

/** Opens a file on disk. It stays open until `close`, even if it is replaced. */
export async function openFileSource(path: string): Promise<FileSource> {
  const file = await open(path)
  const { size } = await file.stat()
  return {
    name: basename(path),
    size,
    async read({ start, end }) {
      const bytes = Buffer.allocUnsafeSlow(end - start)
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return bytes.subarray(0, filled)
    },
    close: () => file.close(),
  }
}

export function createMemorySource(bytes: Uint8Array, name = 'places.pack'): RangeSource {
  return {
    name,
    size: bytes.length,
    resident: bytes,
    read: async ({ start, end }) => bytes.subarray(start, end),
  }
}

/**
 * Opens a stored object and pins it to its ETag: once it is replaced, reads fail rather than mix two packs.
 *
 * @throws ApiError `service_unavailable` if the object does not exist.
 */
export async function openStorageSource(storage: Storage, key: string): Promise<RangeSource> {
  const info = await storage.head(key)
  if (!info) throw createUnreadableError('This region has no index of places.')
  const { size, etag } = info
  return {
    name: key.slice(key.lastIndexOf('/') + 1),
    size,
    async read(range, signal) {
      const { bytes } = await storage.get(key, { range, etag, ...(signal && { signal }) })
      return bytes
    },
  }
}

/** Opens a stored object of known size, which saves a request, and pins it to the ETag of its first read. */
export function openSizedSource(storage: Storage, key: string, size: number): RangeSource {
  const name = key.slice(key.lastIndexOf('/') + 1)
  let pinned: string | undefined
  return {
    name,
    size,
    async read(range, signal) {
      const etag = pinned
      const options = { range, ...(etag !== undefined && { etag }), ...(signal && { signal }) }
      const got = await storage.get(key, options)
      pinned ??= got.etag
      if (got.size !== size) throw createDamageError(name, `it has ${got.size} of ${size} bytes`)
      if (got.etag !== pinned) throw createDamageError(name, 'it was replaced while it was read')
      return got.bytes
    },
  }
}
