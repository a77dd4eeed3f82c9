import type { Gazetteer } from '#places/gazetteer'
import type { AccountStore, Microdollars } from '#platform/accounts'
import type { Storage } from '#platform/storage'
import type { JobId, JobStore } from '../store.ts'

/** Stores, data and settings of the steps of a job. */
export interface JobContext {
  jobs: JobStore
  /** Inputs, parts and results. */
  files: Storage
  accounts: AccountStore
  /** The regions of jobs for dropped files, with commas between them. */
  region: string
  /** The builds of the regions that new jobs are answered from, in their order, with commas between them. */
  currentBuild(region: string): Promise<string>
  /** The places of these builds of the regions; the same for every chunk of a job. */
  openPlaces(build: string, region: string): Promise<readonly Gazetteer[]>
  pricePerRow: Microdollars
  /** Called for each row that fails although it is valid. */
  onFault?(fault: { jobId: string; error: unknown }): void
  /** The time, for tests. */
  now?(): Date
  /** Aborted when the step has to stop: its work is done again by a later run. */
  signal?: AbortSignal
}

/** A range of the input that holds whole records. */
export interface Chunk {
  /** From 0, in the order of the input. */
  index: number
  /** Byte offsets, `start` included, `end` not. */
  start: number
  end: number
  /** Line of its first record, from 1. */
  line: number
  rows: number
}

export interface PlanInput {
  /** Key of the object that was put. */
  key: string
  /** The same for every attempt of one run. */
  executionId: string
}

/**
 * `running`: the chunks can be worked on. `payment_required`: plan again later. `ended`: nothing to do, for
 * another run has the job, or it was cancelled, or its file was refused.
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
  /** Set for a run that failed: the job fails and its hold is released. */
  failure?: { error: string; cause?: string }
}

export interface FinishOutput {
  status: 'succeeded' | 'failed' | 'ended'
}
