import type { Storage } from '#platform/storage'
import { jobIdOfInput } from './input-job.ts'
import type { Job } from './job.ts'
import { requestSuffix, resultKey, workKeys } from './keys.ts'

/** Deletes the input of a job, what its steps wrote, and its result. An input that was replaced since stays. */
export async function deleteJobFiles(files: Storage, job: Job): Promise<void> {
  if (await isInputOf(files, job)) {
    await files.delete(job.inputKey)
    await files.delete(job.inputKey + requestSuffix)
  }
  for (const folder of [workKeys(job).folder, resultKey(job, '')]) {
    for await (const { key } of files.list(folder)) await files.delete(key)
  }
}

/** Whether the input is still there, in the version of the job. */
async function isInputOf(files: Storage, { inputKey, jobId }: Job): Promise<boolean> {
  return (await jobIdOfInput(files, inputKey))?.jobId === jobId
}
