import type { ThreadFailure } from '../thread-failure.ts'
import type { StageName, StageRequests } from './stages.ts'

/** Start message of a thread. */
export interface StageOrder<Name extends StageName = StageName> {
  name: Name
  request: StageRequests[Name]
}

/** Messages of a thread about its stage. */
export type StageMessage =
  | { kind: 'progress'; fraction: number }
  | { kind: 'warning'; text: string }
  | { kind: 'done'; files: readonly string[] }
  | ({ kind: 'failed' } & ThreadFailure)
