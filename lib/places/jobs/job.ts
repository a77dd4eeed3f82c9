import type { Microdollars } from '#platform/accounts'
import type { JobRequest } from './schemas/index.ts'
import { endStates, type JobState } from './states.ts'

export function hasEnded({ state }: Pick<Job, 'state'>): boolean {
  return (endStates as readonly JobState[]).includes(state)
}

/** Rows by outcome. They add up to the total once the job has succeeded. */
export interface RowCounts {
  /** Rows with at least one result. */
  matched: number
  /** Rows that were searched without a result. */
  unmatched: number
  /** Rows that could not be searched; they cost nothing. */
  failed: number
}

/** Reason why a job failed, worded for its owner. */
export interface JobFailure {
  error: string
  message: string
  /** Line of the input, from 1, if the fault is on one line. */
  line?: number
}

/** A batch job as stored. */
export interface Job {
  accountId: string
  /** `job_` and 26 characters. Ids sort by creation time. */
  jobId: string
  state: JobState
  /** Id of the API key that pays. */
  keyId: string
  /** Region whose gazetteer answers the rows; several regions are separated by commas. */
  region: string
  request: JobRequest
  /** Storage key of the input, uploaded or dropped. */
  inputKey: string
  pricePerRow: Microdollars
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601; the upload is accepted until then. Absent for a dropped file. */
  uploadExpiresAt?: string
  /** Maximum bytes of the upload. Absent for a dropped file. */
  maxBytes?: number
  /** Run that works on the job; a second run for the same upload ends at once. */
  executionId?: string
  /** ETag of the planned version of the input; no other version is read. */
  inputEtag?: string
  /** Bytes of the planned version of the input. */
  inputBytes?: number
  /** Rows of the input; absent until it has been planned. */
  totalRows?: number
  chunkCount?: number
  counts: RowCounts
  /** Indexes of the finished chunks, in no particular order. */
  doneChunks: readonly number[]
  charged: Microdollars
  /** Whether the result is final. A job with a final result cannot be cancelled. */
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

/** Name of the operation in ledger rows of jobs. */
export const jobOperation = 'geocoding/jobs'

/**
 * Checks whether a file may still arrive through a job's upload link: the job awaits its upload, or was cancelled
 * before it. Cancelling does not revoke the link.
 */
export function isUploadPossible({ state, inputEtag }: Pick<Job, 'state' | 'inputEtag'>): boolean {
  return state === 'awaiting_upload' || (state === 'cancelled' && inputEtag === undefined)
}
