import type { Readable } from 'node:stream'

/** What is known of an object without reading it. */
export interface ObjectInfo {
  key: string
  /** Bytes. */
  size: number
  /** Opaque; changes whenever the content does. */
  etag: string
  /** Of the whole object, in hex; given by `head` for what `upload` has put, where the store keeps it. */
  sha256?: string
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

/** A body that can be read from any place, which lets an upload go on where an earlier attempt broke off. */
export interface UploadSource {
  /** Bytes. */
  size: number
  /** Exactly the bytes of the range, which is never empty and never past the end. */
  read(range: ByteRange): Promise<Uint8Array>
}

export interface UploadOptions {
  /** Of the whole body, in hex: a body that turns out to be another is refused and nothing is put. */
  sha256: string
  /** Told the bytes that are in the store so far. */
  onProgress?(bytes: number): void
  signal?: AbortSignal
}

/**
 * Objects under string keys (`a/b/c`), read whole or by byte range.
 * Two adapters, a directory and S3, satisfy the same contract suite (`test/contract/storage.ts`).
 *
 * Equal bytes may be shared between callers: do not write to them.
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
  /**
   * Puts a large object in parts; what an interrupted attempt at the same content has left is used.
   * Throws {@link ContentMismatch} for a body that is not what `sha256` says.
   */
  upload(key: string, source: UploadSource, options: UploadOptions): Promise<ObjectInfo>
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

export class ContentMismatch extends Error {
  override readonly name = 'ContentMismatch'
  readonly key: string
  constructor(key: string, detail: string) {
    super(`object ${key} was not put: ${detail}`)
    this.key = key
  }
}
