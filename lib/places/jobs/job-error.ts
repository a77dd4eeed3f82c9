import type { JobFailure } from './job.ts'

/** Fails a job permanently: a retry would fail in the same way. */
export class JobError extends Error {
  override readonly name = 'JobError'
  readonly failure: JobFailure

  constructor(failure: JobFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** Makes the error for a file that breaks a rule of its format. */
export function invalidFile(message: string, line?: number): JobError {
  return new JobError({ error: 'invalid_file', message, ...(line !== undefined && { line }) })
}
