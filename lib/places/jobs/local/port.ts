import type { Job } from '../job.ts'
import type { JobStore } from '../store.ts'

/** Job store of one machine, with expiry, and leases for the processes that run the jobs. */
export interface LocalJobStore extends JobStore {
  /**
   * Removes the jobs whose retention has ended, each after `deleteFiles` has deleted its files: a dropped file that
   * still exists would start a new job.
   */
  removeExpired(deleteFiles: (job: Job) => Promise<void>): Promise<void>
  /** Lists the jobs of all accounts that have their input and have not ended, oldest first. */
  unfinished(): Promise<Job[]>
  /**
   * Leases a job to one runner. Returns false while another runner has it. A lease expires, so that the job of a killed
   * runner can continue. Its owner may take it again. A lease that ends more than twice `seconds` from now was taken
   * before the clock was set back, and counts as expired.
   */
  lease(lease: { jobId: string; owner: string; seconds: number }): Promise<boolean>
  /** Extends a lease. Returns false when another runner has it, or may have had it. */
  renew(lease: { jobId: string; owner: string; seconds: number }): Promise<boolean>
  release(lease: { jobId: string; owner: string }): Promise<void>
}
