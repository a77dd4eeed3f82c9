import { expect } from 'vitest'
import {
  createJobId,
  type Job,
  type JobId,
  type JobState,
  type JobStore,
  jobRetentionDays,
  makeUploadKey,
  type NewJob,
} from '#places/jobs'
import { JobRequest } from '#places/jobs/schemas'

export interface JobsContractOptions {
  /**
   * Opens another handle on the same store, as another process or another warm function does.
   * @param now The time in milliseconds.
   */
  open(now?: () => number): Promise<JobStore>
  /** Number of runs of each property. */
  runs: number
}

export const retentionMs = jobRetentionDays * 86_400_000

let accounts = 0
export const newAccount = () => `account-${process.pid}-${++accounts}`

export const etag = '"9f86d081884c7d65"'
export const noRows = { matched: 0, unmatched: 0, failed: 0 }

export function newJob(id: Partial<JobId> = {}): NewJob {
  const { accountId = newAccount(), jobId = createJobId() } = id
  return {
    accountId,
    jobId,
    keyId: 'key_1',
    region: 'andorra',
    request: JobRequest.parse({
      columns: { address: ['street', 'number'], locality: 'town' },
      options: { country: 'AND', size: 2 },
      output: 'geojson',
    }),
    inputKey: makeUploadKey({ accountId, jobId }),
    pricePerRow: 200,
    createdAt: '2026-11-22T10:00:00.000Z',
    uploadExpiresAt: '2026-11-22T11:00:00.000Z',
  }
}

/** Returns the fields that identify a job. */
export const idOf = ({ accountId, jobId }: JobId): JobId => ({ accountId, jobId })

/** Creates a job and advances it to a state of a successful run. */
export async function jobIn(
  store: JobStore,
  state: Extract<JobState, 'awaiting_upload' | 'planning' | 'running' | 'merging'>,
  executionId = 'run-1',
): Promise<Job> {
  const job = await store.create(newJob())
  const id = idOf(job)
  const states = ['awaiting_upload', 'planning', 'running', 'merging'] as const
  if (states.indexOf(state) > 0) await store.claim({ ...id, executionId, inputEtag: etag })
  if (states.indexOf(state) > 1) {
    await store.transition({
      ...id,
      from: ['planning'],
      to: 'running',
      set: { totalRows: 100, chunkCount: 10 },
    })
  }
  if (states.indexOf(state) > 2) await store.transition({ ...id, from: ['running'], to: 'merging' })
  const stored = await store.get(id)
  expect(stored?.state).toBe(state)
  return stored!
}

/** Sorts `doneChunks`, which has no defined order, for comparisons. */
export function withSortedChunks(job: Job | undefined): Job | undefined {
  return job && { ...job, doneChunks: [...job.doneChunks].sort((a, b) => a - b) }
}
