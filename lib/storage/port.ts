import type { Readable } from 'node:stream'

/** What is known of an object without reading it. */
export interface ObjectInfo {
  key: string
  /** Bytes. */
  size: number
  /** Opaque; changes whenever the content does. */
  etag: string
}

/** A half-open byte range: `start` included, `end` not. */
export interface ByteRange {
  start: number
  end: number
}

export interface GetOptions {
  range?: ByteRange
  /** Pins the read: when the object's ETag is another by now, {@link ObjectChanged} is thrown. */
  etag?: string
  signal?: AbortSignal
}

export interface StoredBytes extends ObjectInfo {
  bytes: Uint8Array
}

/**
 * Objects under string keys (`a/b/c`), read whole or by byte range.
 * Two adapters, a directory and S3, satisfy the same contract suite (`test/contract/storage.ts`).
 *
 * Errors: {@link ObjectNotFound}, {@link ObjectChanged}, `RangeError` for a range that starts at or
 * after the end of the object; any other fault of the store is an `ApiError` `service_unavailable`.
 */
export interface Storage {
  /** `undefined` when there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>
  /** A range that reaches past the end is cut at the end. Equal ranges asked for at once are read once. */
  get(key: string, options?: GetOptions): Promise<StoredBytes>
  /** Readers see the old object or the whole new one, never a part. */
  put(key: string, body: Uint8Array | string | Readable): Promise<ObjectInfo>
  /** Objects whose key starts with `prefix`, in key order. */
  list(prefix: string): AsyncIterable<ObjectInfo>
  /** Deleting what is not there is not an error. */
  delete(key: string): Promise<void>
  /** Path of the object as a plain file on this machine, where the store is one; for memory mapping. */
  localPath?(key: string): string
}

export class ObjectNotFound extends Error {
  override readonly name = 'ObjectNotFound'
  readonly key: string
  constructor(key: string) {
    super(`no object ${key}`)
    this.key = key
  }
}

export class ObjectChanged extends Error {
  override readonly name = 'ObjectChanged'
  readonly key: string
  constructor(key: string) {
    super(`object ${key} changed while it was read`)
    this.key = key
  }
}
