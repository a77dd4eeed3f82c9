import { join } from 'node:path'
import { LocalStorage } from './local.ts'
import type { Storage } from './port.ts'

export { LocalStorage } from './local.ts'
export type { ByteRange, GetOptions, ObjectInfo, Storage, StoredBytes } from './port.ts'
export { ObjectChanged, ObjectNotFound } from './port.ts'

/** The variables that say where objects are. */
export interface StorageEnvironment {
  CAIRN_BUCKET?: string | undefined
  CAIRN_HOME?: string | undefined
}

/** The folder of everything a machine keeps: `$CAIRN_HOME`, by default `.cairn` where the process runs. */
export function cairnHome(env: StorageEnvironment = process.env): string {
  return env.CAIRN_HOME || '.cairn'
}

/**
 * The object store of this environment: the directory `$CAIRN_HOME/data`.
 *
 * @throws Error when `CAIRN_BUCKET` asks for a bucket, which this build has no adapter for.
 */
export function openStorage(env: StorageEnvironment = process.env): Storage {
  if (env.CAIRN_BUCKET)
    throw new Error(
      'CAIRN_BUCKET is set, but this build of Cairn has no S3 storage: unset it to keep data under CAIRN_HOME.',
    )
  return new LocalStorage(join(cairnHome(env), 'data'))
}
