import { type Job, summarizeJob } from '#places/jobs'

/** Converts a job to a record for the terminal. */
export function toJobRow(job: Job) {
  const { job_id, state, file, counts, progress, charged_usd, created_at, finished_at, error } =
    summarizeJob(job)
  return {
    job_id,
    state,
    file,
    rows: counts.total,
    matched: counts.matched,
    unmatched: counts.unmatched,
    failed: counts.failed,
    progress,
    charged_usd,
    created_at,
    finished_at,
    error: error && (error.line ? `line ${error.line}: ${error.message}` : error.message),
    result: job.result?.key,
    sha256: job.result?.sha256,
  }
}
