import { formatUsd, type Microdollars } from '#platform/accounts'
import type { PresigningStorage } from '#platform/storage'
import type { Job } from '../job.ts'
import { newJobId, ownerOf, uploadKey } from '../keys.ts'
import { accountLimits, isUploadOver, uploadSeconds } from '../limits.ts'
import type { JobCreated, JobRequest } from '../schemas/index.ts'
import type { JobStore, NewJob } from '../store.ts'

/** Bytes of the largest file. */
export const maxUploadBytes = 2 * 1024 ** 3

/** Who pays for a job, and what it is answered from. */
export interface JobTerms {
  accountId: string
  /** The key that pays. */
  keyId: string
  /** The region whose places answer; several with commas between them. */
  region: string
  pricePerRow: Microdollars
}

export interface CreateJobOptions extends JobTerms {
  jobs: JobStore
  files: PresigningStorage
}

/** A job that awaits its upload, to be stored. */
export function newUploadJob(request: JobRequest, terms: JobTerms, now = new Date()): NewJob {
  const jobId = newJobId(now)
  return {
    ...terms,
    jobId,
    request,
    inputKey: uploadKey({ accountId: terms.accountId, jobId }),
    createdAt: now.toISOString(),
    uploadExpiresAt: new Date(now.getTime() + uploadSeconds * 1000).toISOString(),
    maxBytes: maxUploadBytes,
  }
}

/**
 * Creates a job that awaits its upload.
 *
 * Throws `too_many_requests` when the account is at one of its limits ({@link accountLimits}).
 */
export async function createJob(
  request: JobRequest,
  { jobs, files, accountId, keyId, region, pricePerRow }: CreateJobOptions,
): Promise<JobCreated> {
  const now = new Date()
  const created = newUploadJob(request, { accountId, keyId, region, pricePerRow }, now)
  const upload = await files.presignUpload(created.inputKey, {
    maxBytes: maxUploadBytes,
    expiresInSeconds: uploadSeconds,
  })
  const job = await jobs.create({ ...created, uploadExpiresAt: upload.expiresAt }, accountLimits)
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

/** Whether the upload of a key is still awaited; also for keys of no job, which the caller signed for itself. */
export async function takesUpload(
  jobs: Pick<JobStore, 'get'>,
  key: string,
  now = new Date(),
): Promise<boolean> {
  const { accountId, jobId } = ownerOf(key) ?? {}
  if (accountId === undefined || jobId === undefined) return true
  const job = await jobs.get({ accountId, jobId })
  return job?.state === 'awaiting_upload' && !isUploadExpired(job, now)
}

/** Whether a job can get no upload any more. The file of a dropped job is there from the beginning. */
export function isUploadExpired({ state, uploadExpiresAt }: Job, now = new Date()): boolean {
  if (state !== 'awaiting_upload' || uploadExpiresAt === undefined) return false
  return isUploadOver(Date.parse(uploadExpiresAt), now.getTime())
}
