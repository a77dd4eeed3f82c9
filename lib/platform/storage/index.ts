import { join } from 'node:path'
import { type HomeEnvironment, locateHome } from '#platform/home'
import { LocalStorage } from './local/index.ts'
import { PresignedLocalStorage } from './local/presigned-storage.ts'
import type { Storage } from './port.ts'
import type { PresigningStorage } from './presigning.ts'

export { compareKeys } from './keys.ts'
export { LocalStorage } from './local/index.ts'
export { downloadPath, PresignedLocalStorage, uploadPath } from './local/presigned-storage.ts'
export type {
  ByteRange,
  GetOptions,
  ObjectInfo,
  Storage,
  StoredBytes,
  UploadOptions,
  UploadSource,
} from './port.ts'
export { ContentMismatch, ObjectChanged, ObjectNotFound } from './port.ts'
export {
  formatAttachment,
  type PresignDownloadOptions,
  type PresignedDownload,
  type PresignedUpload,
  type PresigningStorage,
  type PresignUploadOptions,
} from './presigning.ts'
export { putHashed } from './put-hashed.ts'
export { storageAccess } from './s3/access.ts'

/** Environment variables that locate the store. */
export interface StorageEnvironment extends HomeEnvironment {
  CAIRN_BUCKET?: string | undefined
  /** Bucket of batch jobs. */
  CAIRN_JOBS_BUCKET?: string | undefined
  /** Address of the local server for callers; the server sets it for its workers. */
  CAIRN_URL?: string | undefined
}

/**
 * Opens the object store of this environment: the S3 bucket `CAIRN_BUCKET`, or without one the directory
 * `$CAIRN_HOME/data`.
 */
export async function openStorage(env: StorageEnvironment = process.env): Promise<Storage> {
  if (!env.CAIRN_BUCKET) return new LocalStorage(join(locateHome(env), 'data'))
  // Loaded on demand, because the AWS SDK takes time to load.
  const { openS3Storage } = await import('./s3/index.ts')
  return openS3Storage(env)
}

/**
 * Opens the store of the files of batch jobs: the S3 bucket `CAIRN_JOBS_BUCKET`, or without one the directory
 * `$CAIRN_HOME`. All keys begin with `jobs/` (`lib/places/jobs`), so inputs are in `$CAIRN_HOME/jobs/in/ACCOUNT/`.
 */
export async function openJobFiles(
  env: StorageEnvironment = process.env,
): Promise<PresigningStorage> {
  if (!env.CAIRN_JOBS_BUCKET)
    return new PresignedLocalStorage(locateHome(env), { url: () => env.CAIRN_URL })
  const { openS3Storage } = await import('./s3/index.ts')
  return openS3Storage(env, env.CAIRN_JOBS_BUCKET)
}
