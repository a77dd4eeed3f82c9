import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cancelJob, isUploadAwaited, type Job, makeUploadJob, summarizeJob } from '#places/jobs'
import { JobRequest } from '#places/jobs/schemas'
import { type JobBench, jobBench } from '../../fixtures/jobs.ts'

let bench: JobBench

beforeEach(async () => {
  bench = await jobBench(undefined as never)
})

afterEach(() => bench.close())

function created(at: Date) {
  const { accountId, keyId } = bench
  const terms = { accountId, keyId, region: 'demo', pricePerRow: 200 }
  return bench.jobs.create(makeUploadJob(JobRequest.parse({}), terms, at))
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

describe('a job whose upload never arrived', () => {
  test('has failed once the upload has expired, and not before', async () => {
    expect(summarizeJob(await created(hoursAgo(0.9)))).toMatchObject({ state: 'awaiting_upload' })
    expect(summarizeJob(await created(hoursAgo(1.1)))).toMatchObject({
      state: 'failed',
      error: { error: 'not_uploaded' },
    })
  })

  test('accepts no upload after its time, nor after the clock was set back by an hour', async () => {
    const takes = async (job: Job) => await isUploadAwaited(bench.jobs, job.inputKey)
    expect(await takes(await created(hoursAgo(0.9)))).toBe(true)
    for (const at of [hoursAgo(1.1), hoursAgo(-1)]) {
      const job = await created(at)
      // The state reported to the caller and the answer to the upload agree.
      expect(summarizeJob(job).state).toBe('failed')
      expect(await takes(job)).toBe(false)
    }
  })

  test('stays failed when it is cancelled', async () => {
    const job = await created(hoursAgo(2))
    expect(summarizeJob(await cancelJob(job, bench)).state).toBe('failed')
    const waiting = await created(hoursAgo(0))
    expect(summarizeJob(await cancelJob(waiting, bench)).state).toBe('cancelled')
  })
})

test('awaits no upload for a dropped file', async () => {
  const { uploadExpiresAt: _, ...dropped } = makeUploadJob(
    JobRequest.parse({}),
    { accountId: bench.accountId, keyId: bench.keyId, region: 'demo', pricePerRow: 200 },
    hoursAgo(48),
  )
  expect(summarizeJob(await bench.jobs.create(dropped)).state).toBe('awaiting_upload')
})
