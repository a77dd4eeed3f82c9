import type { ObjectInfo } from '#platform/storage'
import type { Job } from '../job.ts'
import { JobError } from '../job-error.ts'
import { deriveJobId, requestSuffix } from '../keys.ts'
import { findPayingKey } from '../paying-key.ts'
import { JobRequest } from '../schemas/index.ts'
import type { JobContext } from './types.ts'

/** Maximum bytes of the request file beside a dropped file. */
const maxRequestBytes = 64 * 1024

/**
 * Finds the job of a dropped file, or creates it. Returns `undefined` for an account without a key that could pay.
 * `error` states why the job cannot run.
 */
export async function findDroppedJob(
  context: JobContext,
  accountId: string,
  input: ObjectInfo,
): Promise<{ job: Job; error?: JobError } | undefined> {
  const { jobs, now = () => new Date(), pricePerRow, region } = context
  const modifiedAt = input.modifiedAt ?? now().toISOString()
  const jobId = deriveJobId({ ...input, modifiedAt })
  const known = await jobs.get({ accountId, jobId })
  if (known && known.state !== 'awaiting_upload') return { job: known }
  const keyId = (await findPayingKey(context.accounts, accountId))?.keyId
  if (keyId === undefined) return undefined
  const { request, error } = await readRequest(context, input.key)
  const job = await jobs.create({
    accountId,
    jobId,
    keyId,
    region: request.options.region ?? region,
    request,
    inputKey: input.key,
    pricePerRow,
    createdAt: now().toISOString(),
  })
  return { job, ...(error && { error }) }
}

async function readRequest(
  { files, region }: JobContext,
  inputKey: string,
): Promise<{ request: JobRequest; error?: JobError }> {
  const defaults = { request: JobRequest.parse({}) }
  const key = inputKey + requestSuffix
  const info = await files.head(key)
  if (!info) return defaults
  if (info.size === 0 || info.size > maxRequestBytes) {
    return {
      ...defaults,
      error: requestError(key, `has ${info.size} bytes, not 1 to ${maxRequestBytes}`),
    }
  }
  const { bytes } = await files.get(key, { etag: info.etag })
  let request: unknown
  try {
    request = JSON.parse(Buffer.from(bytes).toString())
  } catch (error) {
    return { ...defaults, error: requestError(key, `is not JSON: ${(error as Error).message}`) }
  }
  // Strict, because a dropped file has no caller who would see a warning about an ignored field.
  const parsed = JobRequest.strict().safeParse(request)
  const requestedRegion = parsed.data?.options.region
  if (requestedRegion !== undefined && !region.split(',').includes(requestedRegion)) {
    const served = region.replaceAll(',', ', ')
    return {
      ...defaults,
      error: requestError(
        key,
        `names no region that is served: options.region is one of ${served}`,
      ),
    }
  }
  if (parsed.success) return { request: parsed.data }
  const [issue] = parsed.error.issues
  const field = issue!.path.join('.')
  return {
    ...defaults,
    error: requestError(key, `is not valid: ${field || 'it'} ${issue!.message}`),
  }
}

function requestError(key: string, fault: string): JobError {
  const name = key.slice(key.lastIndexOf('/') + 1)
  return new JobError({ error: 'bad_request', message: `The request in ${name} ${fault}.` })
}
