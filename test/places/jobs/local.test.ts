import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createJobId, type JobId } from '#places/jobs'
import { openLocalJobs } from '#places/jobs/local'
import { jobsContract } from '../../contract/jobs.ts'
import { etag, idOf, newJob, retentionMs } from '../../contract/jobs-fixtures.ts'
import { runs } from '../../setup/suite.ts'

describe('the jobs file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let files = 0
  const newPath = () => join(folder, String(files++), 'jobs.db')
  const shared = newPath()
  jobsContract({ open: async (now) => openLocalJobs(shared, now), runs: runs(200) })

  test('lists the unfinished jobs of all accounts, oldest first', async () => {
    const store = openLocalJobs(newPath())
    const ids: JobId[] = []
    for (const day of [9, 3, 7, 5]) {
      const jobId = createJobId(new Date(Date.UTC(2026, 10, day)))
      ids.push(idOf(await store.create(newJob({ jobId }))))
    }
    const [newest, oldest, ended, waiting] = ids as [JobId, JobId, JobId, JobId]
    for (const id of [newest, oldest, ended]) {
      await store.claim({ ...id, executionId: 'run-1', inputEtag: etag })
    }
    await store.transition({ ...oldest, from: ['planning'], to: 'payment_required' })
    await store.transition({ ...ended, from: ['planning'], to: 'failed' })
    expect((await store.unfinished()).map(idOf)).toEqual([oldest, newest])
    expect(await store.get(waiting)).toMatchObject({ state: 'awaiting_upload' })
    store.close()
  })

  test('removes expired jobs and their chunks after their files, and can create such a job again', async () => {
    const path = newPath()
    const past = openLocalJobs(path, () => Date.now() - retentionMs - 1000)
    const job = newJob()
    await past.create(job)
    await past.claim({ ...idOf(job), executionId: 'run-1', inputEtag: etag })
    await past.transition({ ...idOf(job), from: ['planning'], to: 'running' })
    const counts = { matched: 1, unmatched: 0, failed: 0 }
    await past.finishChunk(idOf(job), { index: 4, counts })
    expect(await past.unfinished()).toHaveLength(1)
    const store = openLocalJobs(path)
    expect(await store.unfinished()).toEqual([])
    const other = newJob()
    await store.create(other)
    const failing = store.removeExpired(() => Promise.reject(new Error('no files')))
    await expect(failing).rejects.toThrow('no files')
    const removed: string[] = []
    const deleteFiles = async ({ jobId }: { jobId: string }) => void removed.push(jobId)
    await store.removeExpired(deleteFiles)
    await store.removeExpired(deleteFiles)
    expect(removed).toEqual([job.jobId])
    expect(await store.get(other)).toBeDefined()
    expect(await store.create(job)).toMatchObject({ state: 'awaiting_upload', doneChunks: [] })
    for (const each of [past, store]) each.close()
  })

  describe('a lease', () => {
    const job = { jobId: createJobId(), seconds: 10 }
    const open = () => {
      const clock = { ms: 1_000_000 }
      const path = newPath()
      const stores = [openLocalJobs(path, () => clock.ms), openLocalJobs(path, () => clock.ms)]
      return { clock, one: stores[0]!, two: stores[1]! }
    }

    test('belongs to one owner, who may take it again, until it is released', async () => {
      const { one, two } = open()
      expect(await one.lease({ ...job, owner: 'a' })).toBe(true)
      expect(await two.lease({ ...job, owner: 'b' })).toBe(false)
      expect(await one.lease({ ...job, owner: 'a' })).toBe(true)
      await two.release({ jobId: job.jobId, owner: 'b' })
      expect(await two.lease({ ...job, owner: 'b' })).toBe(false)
      expect(await two.lease({ ...job, jobId: createJobId(), owner: 'b' })).toBe(true)
      await one.release({ jobId: job.jobId, owner: 'a' })
      expect(await two.lease({ ...job, owner: 'b' })).toBe(true)
      for (const store of [one, two]) store.close()
    })

    test('expires unless it is renewed, and cannot be renewed once another owner has it', async () => {
      const { clock, one, two } = open()
      await one.lease({ ...job, owner: 'a' })
      clock.ms += 9_999
      expect(await one.renew({ ...job, owner: 'a' })).toBe(true)
      clock.ms += 9_999
      expect(await two.lease({ ...job, owner: 'b' })).toBe(false)
      clock.ms += 1
      expect(await two.lease({ ...job, owner: 'b' })).toBe(true)
      expect(await one.renew({ ...job, owner: 'a' })).toBe(false)
      expect(await one.lease({ ...job, owner: 'a' })).toBe(false)
      for (const store of [one, two]) store.close()
    })

    test('is free at once when its owner was killed and the clock is set back by an hour', async () => {
      const { clock, one, two } = open()
      await one.lease({ ...job, owner: 'a' })
      // A small correction of the clock does not free the lease.
      clock.ms -= 5_000
      expect(await two.lease({ ...job, owner: 'b' })).toBe(false)
      clock.ms -= 3_600_000
      expect(await two.lease({ ...job, owner: 'b' })).toBe(true)
      expect(await one.lease({ ...job, owner: 'a' })).toBe(false)
      expect(await one.renew({ ...job, owner: 'a' })).toBe(false)
      for (const store of [one, two]) store.close()
    })

    test.each([
      ['back', -3_600_000],
      ['forward', 3_600_000],
    ])('can be renewed by its owner after the clock is set %s by an hour', async (_, step) => {
      const { clock, one, two } = open()
      await one.lease({ ...job, owner: 'a' })
      clock.ms += step
      expect(await one.renew({ ...job, owner: 'a' })).toBe(true)
      clock.ms += 9_999
      expect(await two.lease({ ...job, owner: 'b' })).toBe(false)
      for (const store of [one, two]) store.close()
    })
  })
})
