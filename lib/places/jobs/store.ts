import type { Job, RowCounts } from './job.ts'
import type { JobLimits } from './limits.ts'
import type { JobState } from './states.ts'

/** Fields of a job that are known when it is created. */
export type NewJob = Pick<
  Job,
  'accountId' | 'jobId' | 'keyId' | 'region' | 'request' | 'inputKey' | 'pricePerRow' | 'createdAt'
> &
  Pick<Partial<Job>, 'uploadExpiresAt' | 'maxBytes'>

/** Key of a job in the store. */
export interface JobId {
  accountId: string
  jobId: string
}

/** Fields that a step sets; `undefined` leaves a field unchanged. */
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
  /** Allowed states before the transition. */
  from: readonly JobState[]
  to: JobState
  set?: JobChanges
  /** Refuses the transition when the result is final. */
  unlessCommitted?: boolean
}

/**
 * Stores batch jobs. Both adapters, DynamoDB and SQLite, satisfy the same contract suite (`test/contract/jobs.ts`).
 * Every change is one atomic conditional write, so repeated steps and events change nothing twice.
 *
 * Errors: `ApiError` `service_unavailable` for a fault of the store.
 */
export interface JobStore {
  /**
   * Stores the job in state `awaiting_upload`, unless a job with this id exists. Returns the stored job. With `limits`,
   * throws `too_many_requests` when the account is at one of them. The limits are exact even when many calls arrive at
   * once. A job frees its slot by itself when it ends or its upload expires.
   */
  create(job: NewJob, limits?: JobLimits): Promise<Job>
  /** Reads a job consistently: sees every change acknowledged before. */
  get(id: JobId): Promise<Job | undefined>
  /**
   * Lists the jobs of an account, newest first.
   * @param options.before Only jobs older than this job id.
   */
  list(accountId: string, options: { limit: number; before?: string }): Promise<Job[]>
  /**
   * Assigns the job to a run: moves it from `awaiting_upload` to `planning`, or returns it unchanged when this run
   * already has it. Returns `undefined` when another run has it, when it has ended, or when it does not exist.
   */
  claim(
    id: JobId & { executionId: string; inputEtag: string; inputBytes?: number },
  ): Promise<Job | undefined>
  /** Changes the state. Returns `undefined`, and changes nothing, when the job is not in one of the `from` states. */
  transition(transition: Transition): Promise<Job | undefined>
  /** Counts the rows of a chunk once, however often it is called. Returns `undefined` when the job is not `running`. */
  finishChunk(id: JobId, chunk: { index: number; counts: RowCounts }): Promise<Job | undefined>
  close(): void
}

/** Days from the creation of a job until it, its input and its result are deleted. */
export const jobRetentionDays = 30
