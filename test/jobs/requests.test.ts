import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cancelJob, newUploadJob, summarizeJob } from '../../lib/jobs/index.ts'
import { JobRequest } from '../../lib/jobs/schemas/index.ts'
import { type JobBench, jobBench } from '../fixtures/jobs.ts'

let bench: JobBench

beforeEach(async () => {
  bench = await jobBench(undefined as never)
})

afterEach(() => bench.close())

function created(at: Date) {
  const { accountId, keyId } = bench
  const terms = { accountId, keyId, region: 'demo', pricePerRow: 200 }
  return bench.jobs.create(newUploadJob(JobRequest.parse({}), terms, at))
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe('a job whose upload never came', () => {
  test('has failed when the upload has expired, and not before', async () => {
    expect(summarizeJob(await created(hoursAgo(0.9)))).toMatchObject({ state: 'awaiting_upload' })
    expect(summarizeJob(await created(hoursAgo(1.1)))).toMatchObject({
      state: 'failed',
      error: { error: 'not_uploaded' },
    })
  })

  test('stays failed when it is cancelled', async () => {
    const job = await created(hoursAgo(2))
    expect(summarizeJob(await cancelJob(job, bench)).state).toBe('failed')
    const waiting = await created(hoursAgo(0))
    expect(summarizeJob(await cancelJob(waiting, bench)).state).toBe('cancelled')
  })
})

test('a dropped file waits for no upload', async () => {
  const { uploadExpiresAt: _, ...dropped } = newUploadJob(
    JobRequest.parse({}),
    { accountId: bench.accountId, keyId: bench.keyId, region: 'demo', pricePerRow: 200 },
    hoursAgo(48),
  )
  expect(summarizeJob(await bench.jobs.create(dropped)).state).toBe('awaiting_upload')
})
