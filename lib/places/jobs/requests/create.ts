import { formatUsd, type Microdollars } from '#platform/accounts'
import type { PresigningStorage } from '#platform/storage'
import type { Job } from '../job.ts'
import { createJobId, makeUploadKey, parseInputKey } from '../keys.ts'
import { accountLimits, isUploadOver, uploadSeconds } from '../limits.ts'
import type { JobCreated, JobRequest } from '../schemas/index.ts'
import type { JobStore, NewJob } from '../store.ts'

/** Maximum bytes of an uploaded file. */
export const maxUploadBytes = 2 * 1024 ** 3

/** Payer, price and region of a job. */
export interface JobTerms {
  accountId: string
  /** Id of the API key that pays. */
  keyId: string
  /** Region whose gazetteer answers the rows; several regions are separated by commas. */
  region: string
  pricePerRow: Microdollars
}

export interface CreateJobOptions extends JobTerms {
  jobs: JobStore
  files: PresigningStorage
}

/** Makes a job that awaits its upload, ready to be stored. */
export function makeUploadJob(request: JobRequest, terms: JobTerms, now = new Date()): NewJob {
  const jobId = createJobId(now)
  return {
    ...terms,
    jobId,
    request,
    inputKey: makeUploadKey({ accountId: terms.accountId, jobId }),
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
  const created = makeUploadJob(request, { accountId, keyId, region, pricePerRow }, now)
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

/**
 * Checks whether the upload to a key is still awaited. Also true for keys outside of jobs, which the caller signed for
 * its own purposes.
 */
export async function isUploadAwaited(
  jobs: Pick<JobStore, 'get'>,
  key: string,
  now = new Date(),
): Promise<boolean> {
  const { accountId, jobId } = parseInputKey(key) ?? {}
  if (accountId === undefined || jobId === undefined) return true
  const job = await jobs.get({ accountId, jobId })
  return job?.state === 'awaiting_upload' && !isUploadExpired(job, now)
}

/**
 * Checks whether the upload link of a job expired unused. Never true for a dropped file, which exists from the
 * beginning.
 */
export function isUploadExpired({ state, uploadExpiresAt }: Job, now = new Date()): boolean {
  if (state !== 'awaiting_upload' || uploadExpiresAt === undefined) return false
  return isUploadOver(Date.parse(uploadExpiresAt), now.getTime())
}
