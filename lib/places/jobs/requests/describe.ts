import { formatUsd } from '#platform/accounts'
import type { PresigningStorage } from '#platform/storage'
import type { Job } from '../job.ts'
import { inputPrefix, parseInputKey } from '../keys.ts'
import type { JobStatus } from '../schemas/index.ts'
import { isUploadExpired } from './create.ts'

/** Lifetime of the URL of a result, seconds. */
const downloadSeconds = 3600

/** Describes a job for its owner, with a fresh URL of the result if it has succeeded. */
export async function describeJob(job: Job, files: PresigningStorage): Promise<JobStatus> {
  const status = summarizeJob(job)
  if (job.state !== 'succeeded' || !job.result) return status
  const { key, bytes, sha256 } = job.result
  const fileName = key.slice(key.lastIndexOf('/') + 1)
  const { url, expiresAt } = await files.presignDownload(key, {
    expiresInSeconds: downloadSeconds,
    fileName,
  })
  return { ...status, result: { url, bytes, sha256, expires_at: expiresAt } }
}

/** Describes a job without its result. */
export function summarizeJob(job: Job): JobStatus {
  const { counts, totalRows = 0, finishedAt } = job
  const failure = describeFailure(job)
  const state = failure === notUploaded ? 'failed' : job.state
  const file = extractDroppedName(job)
  return {
    job_id: job.jobId,
    state,
    ...(file !== undefined && { file }),
    counts: { total: totalRows, ...counts },
    progress: calculateProgress(job),
    charged_usd: formatUsd(job.charged),
    created_at: job.createdAt,
    ...(finishedAt !== undefined && { finished_at: finishedAt }),
    ...(failure && { error: failure }),
  }
}

const notUploaded = {
  error: 'not_uploaded',
  message: 'The upload expired without a file. Create another job.',
}

const paymentRequired = {
  error: 'payment_required',
  message:
    'Insufficient balance for all rows, or too many jobs at once. Top up, or wait for another job to end: ' +
    'this one then goes on by itself.',
}

function describeFailure(job: Job) {
  if (isUploadExpired(job)) return notUploaded
  return job.state === 'payment_required' ? paymentRequired : job.failure
}

/** Returns the share of finished rows, from 0 to 1; 1 only when the result exists. */
function calculateProgress({ state, counts, totalRows = 0 }: Job): number {
  if (state === 'succeeded') return 1
  if (totalRows === 0) return 0
  const done = counts.matched + counts.unmatched + counts.failed
  return Math.min(0.99, Math.floor((done / totalRows) * 100) / 100)
}

/** Returns the path of a dropped file below the folder of its account, `undefined` for an upload. */
function extractDroppedName({ inputKey, accountId }: Job): string | undefined {
  if (parseInputKey(inputKey)?.jobId !== undefined) return undefined
  return inputKey.slice(`${inputPrefix}${accountId}/`.length)
}
