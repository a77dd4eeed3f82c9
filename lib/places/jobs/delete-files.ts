import type { Storage } from '#platform/storage'
import { identifyJob } from './input-job.ts'
import type { Job } from './job.ts'
import { makeResultKey, makeWorkKeys, requestSuffix } from './keys.ts'

/**
 * Deletes a job's input, intermediate objects and result. Keeps a dropped file that has been replaced since: it belongs
 * to another job.
 */
export async function deleteJobFiles(files: Storage, job: Job): Promise<void> {
  if (await isOwnInput(files, job)) {
    await files.delete(job.inputKey)
    await files.delete(job.inputKey + requestSuffix)
  }
  for (const folder of [makeWorkKeys(job).folder, makeResultKey(job, '')]) {
    for await (const { key } of files.list(folder)) await files.delete(key)
  }
}

/** Checks whether the input still belongs to this job. A replaced dropped file belongs to another. */
async function isOwnInput(files: Storage, { inputKey, jobId }: Job): Promise<boolean> {
  return (await identifyJob(files, inputKey))?.jobId === jobId
}
