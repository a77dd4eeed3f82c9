/** Batch jobs on one machine: the functions of a deployment in processes, started by uploads and files. */
export { JobRunner } from './job-runner.ts'
export { StepPool } from './step-pool.ts'
