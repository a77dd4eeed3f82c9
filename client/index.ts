export { CairnClient, type CairnClientOptions } from './cairn-client.ts'
export type { AnsweredCall, ApiCall, CallFacts } from './call.ts'
export type * from './contracts.ts'
export {
  type AnyCairnError,
  CairnError,
  type CairnErrorCode,
  isCairnError,
} from './errors.ts'
export type { JobFile, JobMethods, WaitOptions } from './jobs.ts'
export type { CallOptions, Method } from './method.ts'
