import type { Storage } from '#platform/storage'
import { deriveJobId, parseInputKey } from './keys.ts'
import type { JobId } from './store.ts'

/**
 * Returns the job of an input: from the key of an upload, or from the current version of a dropped file. Returns
 * `undefined` for a key that is not an input and for a dropped file that does not exist.
 */
export async function identifyJob(files: Storage, inputKey: string): Promise<JobId | undefined> {
  const owner = parseInputKey(inputKey)
  if (!owner) return undefined
  const { accountId, jobId } = owner
  if (jobId !== undefined) return { accountId, jobId }
  const found = await files.head(inputKey)
  if (found?.modifiedAt === undefined) return undefined
  const { modifiedAt } = found
  return { accountId, jobId: deriveJobId({ ...found, modifiedAt }) }
}
