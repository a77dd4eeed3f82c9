import type { Job } from '../job.ts'
import type { JobStore } from '../store.ts'

/** The jobs of one machine, with what a process needs that runs them. */
export interface LocalJobStore extends JobStore {
  /**
   * Removes the jobs whose retention has ended, each after `deleteFiles` has deleted its files: a dropped file
   * that is still there would begin a job anew.
   */
  removeExpired(deleteFiles: (job: Job) => Promise<void>): Promise<void>
  /** Jobs of all accounts that have their input and have not ended, oldest first. */
  unfinished(): Promise<Job[]>
  /**
   * Lets one runner work on a job: false while another one has it. A lease ends by itself, so that the job
   * of a killed runner can go on. The owner may take it again.
   */
  lease(lease: { jobId: string; owner: string; seconds: number }): Promise<boolean>
  /** False when the lease has ended, and another runner may have the job. */
  renew(lease: { jobId: string; owner: string; seconds: number }): Promise<boolean>
  release(lease: { jobId: string; owner: string }): Promise<void>
}
