import type { Job, RowCounts } from './job.ts'
import type { JobLimits } from './limits.ts'
import type { JobState } from './states.ts'

/** A job before its first step. */
export type NewJob = Pick<
  Job,
  'accountId' | 'jobId' | 'keyId' | 'region' | 'request' | 'inputKey' | 'pricePerRow' | 'createdAt'
> &
  Pick<Partial<Job>, 'uploadExpiresAt' | 'maxBytes'>

/** The key of a job in the store. */
export interface JobId {
  accountId: string
  jobId: string
}

/** Fields that a step sets; `undefined` leaves a field as it is. */
export type JobChanges = Partial<
  Pick<
    Job,
    | 'inputEtag'
    | 'totalRows'
    | 'chunkCount'
    | 'charged'
    | 'committed'
    | 'finishedAt'
    | 'failure'
    | 'result'
  >
>

export interface Transition extends JobId {
  /** The states in which the job may be. */
  from: readonly JobState[]
  to: JobState
  set?: JobChanges
  /** Only if the result is not final yet. */
  unlessCommitted?: boolean
}

/**
 * Batch jobs. Two adapters, DynamoDB and SQLite, satisfy the same contract suite (`test/contract/jobs.ts`).
 * Every change is one atomic conditional write, so that repeated steps and events change nothing twice.
 *
 * Errors: `ApiError` `service_unavailable` for a fault of the store.
 */
export interface JobStore {
  /**
   * Puts the job in state `awaiting_upload`, unless there is one of this id; gives the stored job.
   * With `limits`, throws `too_many_requests` when the account is at one of them, however many calls come at once:
   * the jobs and bytes of an account are counted exactly. A job that ends, or whose upload expires, gives its place
   * back by itself.
   */
  create(job: NewJob, limits?: JobLimits): Promise<Job>
  /** Consistent: sees every change that was answered before. */
  get(id: JobId): Promise<Job | undefined>
  /**
   * Jobs of an account, newest first.
   * @param options.before Only jobs older than this job id.
   */
  list(accountId: string, options: { limit: number; before?: string }): Promise<Job[]>
  /**
   * Gives the job to a run: from `awaiting_upload` to `planning`, or as it is when this run has it already.
   * `undefined` when another run has it, when it has ended, or when there is none.
   */
  claim(
    id: JobId & { executionId: string; inputEtag: string; inputBytes?: number },
  ): Promise<Job | undefined>
  /** Changes the state; `undefined`, and no change, when the job is in none of the `from` states. */
  transition(transition: Transition): Promise<Job | undefined>
  /** Counts the rows of a chunk, once however often it is called; `undefined` when the job is not `running`. */
  finishChunk(id: JobId, chunk: { index: number; counts: RowCounts }): Promise<Job | undefined>
  close(): void
}

/** Days after which a job, its input and its result are deleted. */
export const jobRetentionDays = 30
