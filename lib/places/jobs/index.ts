/** Batch jobs: a file of addresses in, the same file with places out. */
export { jobsAccess } from './aws/access.ts'
export { jobsTable } from './aws/table.ts'
export { deleteJobFiles } from './delete-files.ts'
export { holdHours, makeHoldId, paymentDays } from './hold.ts'
export { identifyJob } from './input-job.ts'
export { hasEnded, type Job, type RowCounts } from './job.ts'
export { JobError } from './job-error.ts'
export {
  createJobId,
  deriveJobId,
  inputPrefix,
  makeResultKey,
  makeUploadKey,
  makeWorkKeys,
  parseInputKey,
  requestSuffix,
} from './keys.ts'
export { accountLimits, freePlanBytes, type JobLimits } from './limits.ts'
export type { LocalJobStore } from './local/port.ts'
export { checkJobsFile, openJobs, openLocalJobs } from './open.ts'
export { findPayingKey } from './paying-key.ts'
export { cancelJob, findJob } from './requests/cancel.ts'
export { createJob, isUploadAwaited, makeUploadJob } from './requests/create.ts'
export { describeJob, summarizeJob } from './requests/describe.ts'
export { listJobs } from './requests/list.ts'
export { endStates, type JobState, jobStates } from './states.ts'
export { finish } from './steps/finish.ts'
export { merge } from './steps/merge.ts'
export { plan } from './steps/plan.ts'
export type {
  Chunk,
  FinishInput,
  FinishOutput,
  JobContext,
  MergeOutput,
  PlanInput,
  PlanOutput,
  WorkInput,
  WorkOutput,
} from './steps/types.ts'
export { work } from './steps/work.ts'
export {
  type JobId,
  type JobStore,
  jobRetentionDays,
  type NewJob,
} from './store.ts'
