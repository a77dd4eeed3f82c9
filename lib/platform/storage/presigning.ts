import { assertKey } from './keys.ts'
import type { Storage } from './port.ts'

export interface PresignUploadOptions {
  /** Maximum size of the file; a larger one is refused. */
  maxBytes: number
  /** Validity from now, at most seven days. */
  expiresInSeconds: number
}

/** A form (multipart/form-data) that uploads one object: the fields in any order, then the field `file`. */
export interface PresignedUpload {
  method: 'POST'
  url: string
  fields: Record<string, string>
  /** ISO 8601. */
  expiresAt: string
  maxBytes: number
}

export interface PresignDownloadOptions {
  /** Validity from now, at most seven days. */
  expiresInSeconds: number
  /**
   * File name for the browser's download. Characters that are not allowed in file names are replaced, and those over
   * {@link maxFileNameCharacters} are cut off.
   */
  fileName: string
}

export interface PresignedDownload {
  /** URL for GET, with or without a range. */
  url: string
  /** ISO 8601. */
  expiresAt: string
}

/**
 * A store with presigned URLs. Each URL uploads or downloads one object without credentials. On S3 a URL expires
 * early when the credentials that signed it do, in a Lambda function after some hours.
 */
export interface PresigningStorage extends Storage {
  presignUpload(key: string, options: PresignUploadOptions): Promise<PresignedUpload>
  /** Signs a download. Does not check that the object exists. */
  presignDownload(key: string, options: PresignDownloadOptions): Promise<PresignedDownload>
}

/** S3's limit for a file uploaded by a form, bytes. */
const maxPostBytes = 5 * 1024 ** 3
const maxSeconds = 7 * 24 * 60 * 60

/**
 * Checks the arguments of presigning.
 *
 * @throws TypeError for an invalid key or one with `${filename}`, which S3 would replace; RangeError for an expiry or
 * a size over the limits.
 */
export function checkPresigning(
  key: string,
  { expiresInSeconds, maxBytes = 0 }: { expiresInSeconds: number; maxBytes?: number },
): void {
  assertKey(key)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: S3 replaces this text.
  if (key.includes('${filename}')) throw new TypeError(`not the key of one object: ${key}`)
  if (!(expiresInSeconds > 0 && expiresInSeconds <= maxSeconds))
    throw new RangeError(
      `expiresInSeconds must be over 0 and at most seven days, not ${expiresInSeconds}`,
    )
  if (!(Number.isSafeInteger(maxBytes) && maxBytes >= 0 && maxBytes <= maxPostBytes))
    throw new RangeError(`not a size up to 5 GiB: ${maxBytes} bytes`)
}

/** Maximum characters of the name of a downloaded file; longer names are cut off. */
export const maxFileNameCharacters = 150

/** Control characters, and characters that some file systems reserve. */
const unsafeInFileNames = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}/\\:*?"<>|]/u

/**
 * Makes the header `content-disposition` (RFC 6266) of a download under this name: an ASCII form, and the name itself
 * in the extended notation of RFC 8187.
 */
export function formatAttachment(fileName: string): string {
  const safe = [...fileName.toWellFormed()]
    .map((character) => (unsafeInFileNames.test(character) ? '_' : character))
    .slice(0, maxFileNameCharacters)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const name = safe || 'file'
  const ascii = name.replace(/[^\x20-\x7e]|[%;]/gu, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
