import type { Job } from '../job.ts'

/**
 * The jobs table: partition key `accountId`, sort key `jobId`, both strings. One item per job, and one for the usage
 * of each account (`usage-item.ts`).
 *
 * | Access pattern     | Requests                                                                     |
 * |--------------------|------------------------------------------------------------------------------|
 * | create             | one conditional Put; a consistent Get when there is such a job; usage        |
 * | get                | consistent Get                                                               |
 * | jobs of an account | Query from the end of the partition                                          |
 * | claim, transition  | one conditional Update; a Get where a failed condition does not show the item |
 * | usage              | one conditional Update when a job is created, claimed or ends; more when the  |
 * |                    | account is at a limit, to free what has expired                               |
 * | chunk              | the same: the index into the number set `doneChunks`, counts added           |
 *
 * An item is 1 KB and 3 bytes for each finished chunk. A write costs one unit for each begun KB of it: the
 * updates of a job of 200 chunks about 360 units, of 2,000 chunks about 9,000 (half a cent).
 */
export const jobsTable = {
  partitionKey: 'accountId',
  sortKey: 'jobId',
  /** Unix seconds after which the item is deleted. */
  timeToLive: 'expiresAt',
} as const

/** The job as it is stored; fields that are undefined are absent. */
export interface JobItem extends Omit<Job, 'counts' | 'doneChunks'> {
  matched: number
  unmatched: number
  failed: number
  /** Absent until the first chunk is done. */
  doneChunks?: Set<number>
  /** Random id of the last transition, by which a repeated request recognises its own change. */
  changedBy?: string
  expiresAt: number
}

export function jobOfItem(item: JobItem): Job {
  const { matched, unmatched, failed, doneChunks, changedBy: _, expiresAt: __, ...job } = item
  return { ...job, counts: { matched, unmatched, failed }, doneChunks: [...(doneChunks ?? [])] }
}
