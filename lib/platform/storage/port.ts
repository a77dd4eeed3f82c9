import type { Readable } from 'node:stream'

/** Facts about an object, without its content. */
export interface ObjectInfo {
  key: string
  /** Size in bytes. */
  size: number
  /** Opaque identifier that changes with the content. */
  etag: string
  /** Time at which the object was put, ISO 8601. Only from `head`. */
  modifiedAt?: string
  /** SHA-256 of the whole object, in hex. Only from `head`, for objects put by `upload`, in stores that record it. */
  sha256?: string
}

/** A half-open byte range: `start` included, `end` not. */
export interface ByteRange {
  start: number
  end: number
}

export interface GetOptions {
  range?: ByteRange
  /** Expected ETag. Throws {@link ObjectChanged} when the object now has another one. */
  etag?: string
  signal?: AbortSignal
}

export interface StoredBytes extends ObjectInfo {
  bytes: Uint8Array
}

/** A body that can be read by range, so that an upload can resume. */
export interface UploadSource {
  /** Size in bytes. */
  size: number
  /** Reads exactly the bytes of a range, which is never empty and never past the end. */
  read(range: ByteRange): Promise<Uint8Array>
}

export interface UploadOptions {
  /** SHA-256 of the whole body, in hex. A different body is refused and nothing is put. */
  sha256: string
  /** Called with the number of bytes that have been stored. */
  onProgress?(bytes: number): void
  signal?: AbortSignal
}

/**
 * Stores objects under string keys (`a/b/c`), read whole or by byte range. Two adapters, a directory and S3, satisfy
 * the same contract suite (`test/contract/storage.ts`).
 *
 * Equal bytes may be shared between callers: do not write to them.
 *
 * Errors: {@link ObjectNotFound}, {@link ObjectChanged}, `RangeError` for a range that starts at or after the end of
 * the object; any other fault of the store is an `ApiError` `service_unavailable`.
 */
export interface Storage {
  /** Reads the facts about an object; `undefined` when it does not exist. */
  head(key: string): Promise<ObjectInfo | undefined>
  /** Reads an object. A range past the end is cut at the end. Equal reads at the same time share one request. */
  get(key: string, options?: GetOptions): Promise<StoredBytes>
  /** Puts an object. Readers see either the old object or the whole new one, never a part. */
  put(key: string, body: Uint8Array | string | Readable): Promise<ObjectInfo>
  /**
   * Puts a large object in parts, resuming an interrupted upload of the same content. Throws {@link ContentMismatch}
   * for a body with another SHA-256.
   */
  upload(key: string, source: UploadSource, options: UploadOptions): Promise<ObjectInfo>
  /** Lists the objects whose key starts with `prefix`, in key order. */
  list(prefix: string): AsyncIterable<ObjectInfo>
  /** Deletes an object. Deleting a missing object is not an error. */
  delete(key: string): Promise<void>
  /** Returns the path of the object as a plain file, for memory mapping; only in a store on this machine. */
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
