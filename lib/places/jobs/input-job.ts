import type { Storage } from '#platform/storage'
import { droppedJobId, ownerOf } from './keys.ts'
import type { JobId } from './store.ts'

/**
 * The job of an input: of an upload by its key, of a dropped file by its present version. `undefined` for a key
 * that is no input, and for a dropped file that is not there.
 */
export async function jobIdOfInput(files: Storage, inputKey: string): Promise<JobId | undefined> {
  const owner = ownerOf(inputKey)
  if (!owner) return undefined
  const { accountId, jobId } = owner
  if (jobId !== undefined) return { accountId, jobId }
  const found = await files.head(inputKey)
  if (found?.modifiedAt === undefined) return undefined
  const { modifiedAt } = found
  return { accountId, jobId: droppedJobId({ ...found, modifiedAt }) }
}
