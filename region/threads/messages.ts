import type { ThreadFailure } from '../thread-failure.ts'
import type { StageName, StageRequests } from './stages.ts'

/** What a thread is started with. */
export interface StageOrder<Name extends StageName = StageName> {
  name: Name
  request: StageRequests[Name]
}

/** What a thread says of its stage. */
export type StageMessage =
  | { kind: 'progress'; fraction: number }
  | { kind: 'warning'; text: string }
  | { kind: 'done'; files: readonly string[] }
  | ({ kind: 'failed' } & ThreadFailure)
