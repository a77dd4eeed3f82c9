import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ByteRange, Storage } from '#platform/storage'
import { damaged, unreadable } from './errors.ts'

/** The bytes of a pack, read by range: a file, a stored object or memory. */
export interface RangeSource {
  /** The pack's name, for messages. */
  readonly name: string
  /** Of the pack, in bytes. */
  readonly size: number
  /** Callers ask only for ranges that are not empty and lie within `size`. */
  read(range: ByteRange, signal?: AbortSignal): Promise<Uint8Array>
  /** The whole pack, if it is in memory. */
  readonly resident?: Uint8Array
  /** The file that has a byte, where there are several. */
  fileAt?(offset: number): { name: string; offset: number }
}

export interface FileSource extends RangeSource {
  close(): Promise<void>
}

/** A file on disk. It stays open until `close`, even when it is replaced. */
export async function fileSource(path: string): Promise<FileSource> {
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

export function memorySource(bytes: Uint8Array, name = 'places.pack'): RangeSource {
  return {
    name,
    size: bytes.length,
    resident: bytes,
    read: async ({ start, end }) => bytes.subarray(start, end),
  }
}

/**
 * A stored object, pinned to its ETag: once it is replaced, reads fail rather than mix two packs.
 *
 * @throws ApiError `service_unavailable` when there is no such object.
 */
export async function storageSource(storage: Storage, key: string): Promise<RangeSource> {
  const info = await storage.head(key)
  if (!info) throw unreadable('This region has no index of places.')
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

/**
 * A stored object of known size, pinned to the ETag of its first read: that saves the request for its size.
 */
export function sizedSource(storage: Storage, key: string, size: number): RangeSource {
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
      if (got.size !== size) throw damaged(name, `it has ${got.size} of ${size} bytes`)
      if (got.etag !== pinned) throw damaged(name, 'it was replaced while it was read')
      return got.bytes
    },
  }
}
