/** Batch jobs on one machine: the functions of a deployment in processes, started by uploads and files. */
export { LocalJobs, type LocalJobsOptions } from './local-jobs.ts'
