import type { Job } from '../job.ts'
import type { JobStore } from '../store.ts'

/** The jobs of one machine, with expiry and leases for the processes that run them. */
export interface LocalJobStore extends JobStore {
  /**
   * Removes the jobs whose retention has ended, each after `deleteFiles` has deleted its files: a dropped file
   * that is still there would start a new job.
   */
  removeExpired(deleteFiles: (job: Job) => Promise<void>): Promise<void>
  /** Jobs of all accounts that have their input and have not ended, oldest first. */
  unfinished(): Promise<Job[]>
  /**
   * Leases a job to one runner; false while another runner has it. A lease expires, so that the job of a
   * killed runner can go on. The owner may take it again. One that ends in over twice `seconds` was taken before the
   * clock was set back, and counts as expired.
   */
  lease(lease: { jobId: string; owner: string; seconds: number }): Promise<boolean>
  /** False when another runner has the lease, or may have had it. */
  renew(lease: { jobId: string; owner: string; seconds: number }): Promise<boolean>
  release(lease: { jobId: string; owner: string }): Promise<void>
}
