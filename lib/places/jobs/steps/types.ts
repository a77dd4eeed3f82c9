import type { Gazetteer } from '#places/gazetteer'
import type { AccountStore, Microdollars } from '#platform/accounts'
import type { Storage } from '#platform/storage'
import type { JobId, JobStore } from '../store.ts'

/** Stores, data and settings for the steps of a job. */
export interface JobContext {
  jobs: JobStore
  /** Inputs, parts and results. */
  files: Storage
  accounts: AccountStore
  /** Regions of jobs for dropped files, separated by commas. */
  region: string
  /** Returns the builds that answer new jobs, one per region in the same order, separated by commas. */
  currentBuild(region: string): Promise<string>
  /** Opens the gazetteers of these builds of the regions; the same for every chunk of a job. */
  openPlaces(build: string, region: string): Promise<readonly Gazetteer[]>
  pricePerRow: Microdollars
  /** Called for each row that fails although it is valid. */
  onFault?(fault: { jobId: string; error: unknown }): void
  /** Returns the current time; replaced in tests. */
  now?(): Date
  /** Aborted when the step must stop; a later run repeats its work. */
  signal?: AbortSignal
}

/** A range of the input with whole records. */
export interface Chunk {
  /** Position in the order of the input, from 0. */
  index: number
  /** Byte offsets; `start` is inclusive, `end` exclusive. */
  start: number
  end: number
  /** Line of the first record, from 1. */
  line: number
  rows: number
}

export interface PlanInput {
  /** Key of the stored object. */
  key: string
  /** Identical for every attempt of one run. */
  executionId: string
}

/**
 * `running`: the chunks can be processed. `payment_required`: plan again later. `ended`: nothing to do, because another
 * run has the job, it was cancelled, or its file was refused.
 */
export type PlanOutput =
  | { status: 'running' | 'payment_required'; accountId: string; jobId: string; chunksKey: string }
  | { status: 'ended' }

export interface WorkInput extends JobId {
  chunk: Chunk
}

export interface WorkOutput {
  status: 'done' | 'ended'
}

export interface MergeOutput {
  status: 'merged' | 'ended'
}

export interface FinishInput extends Partial<JobId> {
  /** Key of the input, for a run that failed before it had a job. */
  key?: string
  executionId: string
  /** Set for a failed run: the job fails and its hold is released. */
  failure?: { error: string; cause?: string }
}

export interface FinishOutput {
  status: 'succeeded' | 'failed' | 'ended'
}
