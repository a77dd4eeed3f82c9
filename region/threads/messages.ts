import type { StageName, StageRequests } from './stages.ts'

/** What a thread is started with. */
export interface StageOrder<Name extends StageName = StageName> {
  name: Name
  request: StageRequests[Name]
}

/** What a thread says of its stage. An error keeps the properties that messages for users depend on. */
export type StageMessage =
  | { kind: 'progress'; fraction: number }
  | { kind: 'warning'; text: string }
  | { kind: 'done'; files: readonly string[] }
  | { kind: 'failed'; message: string; isForUsers: boolean; code: string | undefined }
