import { cairnHome, LocalStorage, openStorage, type Storage } from '../../lib/storage/index.ts'

/** The files of jobs: the S3 bucket `CAIRN_JOBS_BUCKET`, or without one the directory `$CAIRN_HOME`. */
export async function openJobFiles(env: NodeJS.ProcessEnv = process.env): Promise<Storage> {
  const bucket = env.CAIRN_JOBS_BUCKET
  return bucket
    ? await openStorage({ ...env, CAIRN_BUCKET: bucket })
    : new LocalStorage(cairnHome(env))
}
