import { formatUsd, type Microdollars } from '../../accounts/index.ts'
import { ApiError } from '../../errors/index.ts'
import type { PresigningStorage } from '../../storage/index.ts'
import type { Job } from '../job.ts'
import { newJobId, uploadKey } from '../keys.ts'
import type { JobCreated, JobRequest } from '../schemas/index.ts'
import type { JobStore } from '../store.ts'

/** Seconds for which an upload is accepted. */
const uploadSeconds = 3600

/** Bytes of the largest file. */
export const maxUploadBytes = 2 * 1024 ** 3

/** Jobs of an account that await their upload at the same time. */
const maxAwaiting = 100

export interface CreateJobOptions {
  jobs: JobStore
  files: PresigningStorage
  accountId: string
  /** The key that pays. */
  keyId: string
  pricePerRow: Microdollars
}

/**
 * Creates a job that awaits its upload.
 *
 * Throws `too_many_requests` when {@link maxAwaiting} jobs of the account already do.
 */
export async function createJob(
  request: JobRequest,
  { jobs, files, accountId, keyId, pricePerRow }: CreateJobOptions,
): Promise<JobCreated> {
  const now = new Date()
  const newest = await jobs.list(accountId, { limit: maxAwaiting })
  if (newest.length === maxAwaiting && newest.every((job) => awaitsUpload(job, now)))
    throw new ApiError(
      'too_many_requests',
      `${maxAwaiting} jobs await their upload: upload their files, or cancel them.`,
    )
  const id = { accountId, jobId: newJobId(now) }
  const key = uploadKey(id)
  const upload = await files.presignUpload(key, {
    maxBytes: maxUploadBytes,
    expiresInSeconds: uploadSeconds,
  })
  const job = await jobs.create({
    ...id,
    keyId,
    request,
    inputKey: key,
    pricePerRow,
    createdAt: now.toISOString(),
    uploadExpiresAt: upload.expiresAt,
  })
  return {
    job_id: job.jobId,
    state: job.state,
    upload: {
      method: upload.method,
      url: upload.url,
      fields: upload.fields,
      expires_at: upload.expiresAt,
      max_bytes: upload.maxBytes,
    },
    price_usd_per_row: formatUsd(pricePerRow),
  }
}

/** Whether the upload of a job can still come. */
export function awaitsUpload({ state, uploadExpiresAt }: Job, now = new Date()): boolean {
  return state === 'awaiting_upload' && Date.parse(uploadExpiresAt ?? '') > now.getTime()
}
