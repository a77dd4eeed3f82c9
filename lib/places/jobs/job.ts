import type { Microdollars } from '#platform/accounts'
import type { JobRequest } from './schemas/index.ts'
import { endStates, type JobState } from './states.ts'

export function hasEnded({ state }: Pick<Job, 'state'>): boolean {
  return (endStates as readonly JobState[]).includes(state)
}

/** Rows by outcome; they add up to the total when the job has ended well. */
export interface RowCounts {
  /** Rows with a place. */
  matched: number
  /** Rows that were searched and have no place. */
  unmatched: number
  /** Rows that could not be searched; they cost nothing. */
  failed: number
}

/** Why a job failed, in words for its owner. */
export interface JobFailure {
  error: string
  message: string
  /** Line of the input, from 1, where the fault has one. */
  line?: number
}

/** A batch job, as it is stored. */
export interface Job {
  accountId: string
  /** `job_` and 26 characters, by which jobs sort in the order of their creation. */
  jobId: string
  state: JobState
  /** The key that pays. */
  keyId: string
  /** The region whose places answer; several with commas between them. */
  region: string
  request: JobRequest
  /** Storage key of the input, uploaded or dropped. */
  inputKey: string
  pricePerRow: Microdollars
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601; until then the upload is accepted. Absent for a file that was dropped. */
  uploadExpiresAt?: string
  /** Maximum bytes of the upload. Absent for a file that was dropped. */
  maxBytes?: number
  /** The run that works on the job; a second one for the same upload ends at once. */
  executionId?: string
  /** ETag of the input that was planned; no other version is read. */
  inputEtag?: string
  /** Bytes of that version. */
  inputBytes?: number
  /** Rows of the input, once it has been planned. */
  totalRows?: number
  chunkCount?: number
  counts: RowCounts
  /** Indexes of the finished chunks, in no order. */
  doneChunks: readonly number[]
  charged: Microdollars
  /** Whether the result is final: from then on the job cannot be cancelled. */
  committed?: boolean
  /** ISO 8601. */
  finishedAt?: string
  failure?: JobFailure
  result?: JobResult
}

export interface JobResult {
  key: string
  bytes: number
  /** In hex. */
  sha256: string
}

/** Name of the operation in the ledger rows of jobs. */
export const jobOperation = 'geocoding/jobs'

/** Whether a job's link may still bring a file: it awaits one, or was cancelled before, which no link learns. */
export function mayBeUploaded({ state, inputEtag }: Pick<Job, 'state' | 'inputEtag'>): boolean {
  return state === 'awaiting_upload' || (state === 'cancelled' && inputEtag === undefined)
}
