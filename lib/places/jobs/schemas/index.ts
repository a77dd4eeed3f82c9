export { accountLimits, freePlanBytes } from '../limits.ts'
/** Schemas and texts of batch jobs, the only part that contracts import. */
export { JobListRequest, JobParameters } from './parameters.ts'
export { JobRequest } from './request.ts'
export { JobCreated, JobList, JobStatus } from './response.ts'
