import type { Readable } from 'node:stream'

/** Facts about an object, without its content. */
export interface ObjectInfo {
  key: string
  /** Bytes. */
  size: number
  /** Opaque; changes whenever the content does. */
  etag: string
  /** When the object was put, ISO 8601. Only from `head`. */
  modifiedAt?: string
  /** Of the whole object, in hex. Only from `head`, for objects put by `upload`, in stores that keep it. */
  sha256?: string
}

/** A half-open byte range: `start` included, `end` not. */
export interface ByteRange {
  start: number
  end: number
}

export interface GetOptions {
  range?: ByteRange
  /** Throws {@link ObjectChanged} when the object has another ETag by now. */
  etag?: string
  signal?: AbortSignal
}

export interface StoredBytes extends ObjectInfo {
  bytes: Uint8Array
}

/** A body that can be read by range, so that an upload can resume. */
export interface UploadSource {
  /** Bytes. */
  size: number
  /** Exactly the bytes of the range, which is never empty and never past the end. */
  read(range: ByteRange): Promise<Uint8Array>
}

export interface UploadOptions {
  /** Of the whole body, in hex. Another body is refused and nothing is put. */
  sha256: string
  /** Called with the bytes stored so far. */
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
  /** A range past the end is cut at the end. Equal reads at the same time share one request. */
  get(key: string, options?: GetOptions): Promise<StoredBytes>
  /** Readers see the old object or the whole new one, never a part. */
  put(key: string, body: Uint8Array | string | Readable): Promise<ObjectInfo>
  /**
   * Puts a large object in parts, resuming an interrupted upload of the same content.
   * Throws {@link ContentMismatch} for a body with another SHA-256.
   */
  upload(key: string, source: UploadSource, options: UploadOptions): Promise<ObjectInfo>
  /** Objects whose key starts with `prefix`, in key order. */
  list(prefix: string): AsyncIterable<ObjectInfo>
  /** Deleting a missing object is not an error. */
  delete(key: string): Promise<void>
  /** Path of the object as a plain file, in a store on this machine; for memory mapping. */
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
