import type { Job } from '../job.ts'

/**
 * The jobs table: partition key `accountId`, sort key `jobId`, both strings. One item per job, and one for the usage
 * of each account (`usage-item.ts`).
 *
 * | Access pattern     | Requests                                                                     |
 * |--------------------|------------------------------------------------------------------------------|
 * | create             | one conditional Put; a consistent Get when the job exists; usage             |
 * | get                | consistent Get                                                               |
 * | jobs of an account | Query from the end of the partition                                          |
 * | claim, transition  | one conditional Update; a Get if a failed condition omits the item           |
 * | usage              | one conditional Update when a job is created, claimed or ends; more when the |
 * |                    | account is at a limit, to free expired slots                                 |
 * | chunk              | one conditional Update: adds the index to the number set `doneChunks`, and   |
 * |                    | the counts                                                                   |
 *
 * An item takes 1 KB, plus 3 bytes for each finished chunk. A write costs one unit per started KB of the item. The
 * updates of a job with 200 chunks cost about 360 units, and for 2,000 chunks about 9,000 (half a cent).
 */
export const jobsTable = {
  partitionKey: 'accountId',
  sortKey: 'jobId',
  /** Unix seconds after which the item is deleted. */
  timeToLive: 'expiresAt',
} as const

/** A job as stored; undefined fields are absent. */
export interface JobItem extends Omit<Job, 'counts' | 'doneChunks'> {
  matched: number
  unmatched: number
  failed: number
  /** Absent until the first chunk is done. */
  doneChunks?: Set<number>
  /** Random id of the last transition, so that a repeated request recognises its own change. */
  changedBy?: string
  expiresAt: number
}

export function parseJobItem(item: JobItem): Job {
  const { matched, unmatched, failed, doneChunks, changedBy: _, expiresAt: __, ...job } = item
  return { ...job, counts: { matched, unmatched, failed }, doneChunks: [...(doneChunks ?? [])] }
}
