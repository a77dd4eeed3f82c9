import { join } from 'node:path'
import { LocalStorage } from './local/index.ts'
import type { Storage } from './port.ts'

export { LocalStorage } from './local/index.ts'
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
export { storageAccess } from './s3/access.ts'

/** The variables that locate the store. */
export interface StorageEnvironment {
  CAIRN_BUCKET?: string | undefined
  CAIRN_HOME?: string | undefined
}

/** The folder of all local data: `$CAIRN_HOME`, by default `.cairn` in the working directory. */
export function cairnHome(env: StorageEnvironment = process.env): string {
  return env.CAIRN_HOME || '.cairn'
}

/**
 * The object store of this environment: the S3 bucket `CAIRN_BUCKET`, or without one the directory
 * `$CAIRN_HOME/data`.
 */
export async function openStorage(env: StorageEnvironment = process.env): Promise<Storage> {
  if (!env.CAIRN_BUCKET) return new LocalStorage(join(cairnHome(env), 'data'))
  // Loaded on demand: the AWS SDK costs start-up time.
  const { openS3Storage } = await import('./s3/index.ts')
  return openS3Storage(env)
}
export { compareKeys } from './keys.ts'
