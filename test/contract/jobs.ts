import { describe, expect, test } from 'vitest'
import { createJobId, type JobState, jobStates } from '#places/jobs'
import {
  etag,
  idOf,
  type JobsContractOptions,
  jobIn,
  newAccount,
  newJob,
  noRows,
  retentionMs,
  withSortedChunks,
} from './jobs-fixtures.ts'
import { jobLimitsContract } from './jobs-limits.ts'
import { jobHistoriesContract } from './jobs-properties.ts'

/** The contract of both job stores. */
export function jobsContract(options: JobsContractOptions): void {
  describe('a job', () => {
    test('is stored as it was created, with no progress', async () => {
      const store = await options.open()
      const job = newJob()
      const stored = {
        ...job,
        state: 'awaiting_upload',
        counts: noRows,
        doneChunks: [],
        charged: 0,
      }
      expect(await store.create(job)).toEqual(stored)
      expect(await store.get(idOf(job))).toEqual(stored)
      store.close()
    })

    test('has no upload expiry when its file was dropped', async () => {
      const store = await options.open()
      const { uploadExpiresAt: _, ...dropped } = newJob()
      await store.create(dropped)
      expect(await store.get(idOf(dropped))).not.toHaveProperty('uploadExpiresAt')
      store.close()
    })

    test('is created once: a second creation returns the stored job', async () => {
      const store = await options.open()
      const job = await jobIn(store, 'running')
      expect(await store.create({ ...newJob(job), keyId: 'key_2' })).toEqual(job)
      expect(await store.get(idOf(job))).toEqual(job)
      store.close()
    })

    test('is not found under another account or another id', async () => {
      const store = await options.open()
      const { accountId, jobId } = await store.create(newJob())
      expect(await store.get({ accountId: newAccount(), jobId })).toBeUndefined()
      expect(await store.get({ accountId, jobId: createJobId() })).toBeUndefined()
      store.close()
    })

    test('disappears after its retention', async () => {
      const old = await options.open(() => Date.now() - retentionMs - 1000)
      const job = await old.create(newJob())
      expect(await old.get(idOf(job))).toEqual(job)
      const store = await options.open()
      expect(await store.get(idOf(job))).toBeUndefined()
      expect(await store.list(job.accountId, { limit: 10 })).toEqual([])
      const kept = await store.create(newJob({ accountId: job.accountId }))
      expect(await store.list(job.accountId, { limit: 10 })).toEqual([kept])
      for (const each of [old, store]) each.close()
    })
  })

  describe('the jobs of an account', () => {
    test('are listed newest first, in pages, without jobs of other accounts', async () => {
      const store = await options.open()
      const accountId = newAccount()
      const ids = [5, 1, 4, 2, 3].map((day) => createJobId(new Date(Date.UTC(2026, 10, day))))
      for (const jobId of ids) await store.create(newJob({ accountId, jobId }))
      await store.create(newJob())
      const newestFirst = [...ids].sort().reverse()
      const idsOf = async (page: { limit: number; before?: string }) =>
        (await store.list(accountId, page)).map(({ jobId }) => jobId)
      expect(await idsOf({ limit: 10 })).toEqual(newestFirst)
      expect(await idsOf({ limit: 2 })).toEqual(newestFirst.slice(0, 2))
      expect(await idsOf({ limit: 2, before: newestFirst[1]! })).toEqual(newestFirst.slice(2, 4))
      expect(await idsOf({ limit: 2, before: newestFirst[4]! })).toEqual([])
      expect(await store.list(newAccount(), { limit: 2 })).toEqual([])
      store.close()
    })
  })

  describe('a claim', () => {
    const run = { executionId: 'run-1', inputEtag: etag }

    test('returns a job to the first run, and again when that run repeats it', async () => {
      const store = await options.open()
      const job = await jobIn(store, 'awaiting_upload')
      const claimed = { ...job, ...run, state: 'planning' }
      expect(await store.claim({ ...idOf(job), ...run })).toEqual(claimed)
      expect(await store.claim({ ...idOf(job), ...run })).toEqual(claimed)
      expect(await store.get(idOf(job))).toEqual(claimed)
      store.close()
    })

    test('returns the current state of the job when its run repeats it, until the job has ended', async () => {
      const store = await options.open()
      const job = await jobIn(store, 'merging')
      expect(await store.claim({ ...idOf(job), ...run, inputEtag: 'other' })).toEqual(job)
      await store.transition({ ...idOf(job), from: ['merging'], to: 'failed' })
      expect(await store.claim({ ...idOf(job), ...run })).toBeUndefined()
      store.close()
    })

    test('is refused to a second run, and for a job that has ended or does not exist', async () => {
      const store = await options.open()
      const job = await jobIn(store, 'planning')
      expect(await store.claim({ ...idOf(job), ...run, executionId: 'run-2' })).toBeUndefined()
      const cancelled = await jobIn(store, 'awaiting_upload')
      await store.transition({ ...idOf(cancelled), from: ['awaiting_upload'], to: 'cancelled' })
      expect(await store.claim({ ...idOf(cancelled), ...run })).toBeUndefined()
      expect(await store.claim({ ...idOf(newJob()), ...run })).toBeUndefined()
      expect(await store.get(idOf(job))).toEqual(job)
      store.close()
    })

    test('succeeds for one of many concurrent runs', async () => {
      const stores = [await options.open(), await options.open()] as const
      const job = await jobIn(stores[0], 'awaiting_upload')
      const claims = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          stores[i % 2 ? 1 : 0].claim({ ...idOf(job), ...run, executionId: `run-${i}` }),
        ),
      )
      const [winner, ...others] = claims.filter((claimed) => claimed !== undefined)
      expect(others).toEqual([])
      expect(await stores[0].get(idOf(job))).toEqual(winner)
      for (const store of stores) store.close()
    })
  })

  describe('a transition', () => {
    test('sets the state and the given fields, and keeps the others', async () => {
      const store = await options.open()
      const job = await jobIn(store, 'merging')
      const set = {
        charged: 1_234_567,
        committed: true,
        finishedAt: '2026-11-22T12:00:00.000Z',
        result: { key: 'jobs/out/a/b/c.csv', bytes: 17, sha256: 'ab'.repeat(32) },
        failure: { error: 'bad_request', message: 'line 7: unclosed quote', line: 7 },
        inputEtag: undefined as never,
      }
      const { inputEtag: _, ...changed } = set
      const done = await store.transition({ ...idOf(job), from: ['merging'], to: 'succeeded', set })
      expect(done).toEqual({ ...job, ...changed, state: 'succeeded' })
      expect(await store.get(idOf(job))).toEqual(done)
      store.close()
    })

    test.each(jobStates)(
      'is refused to the state %s when the job is not in any of the states `from`',
      async (to) => {
        const store = await options.open()
        const job = await jobIn(store, 'running')
        const from = jobStates.filter((state) => state !== 'running')
        const set = { totalRows: 1 }
        expect(await store.transition({ ...idOf(job), from, to, set })).toBeUndefined()
        expect(await store.transition({ ...idOf(newJob()), from, to, set })).toBeUndefined()
        expect(await store.get(idOf(job))).toEqual(job)
        store.close()
      },
    )

    test('may keep the state', async () => {
      const store = await options.open()
      const job = await jobIn(store, 'planning')
      const changed = { ...job, totalRows: 0 }
      const set = { totalRows: 0 }
      const transition = { ...idOf(job), from: ['planning'] as const, to: 'planning' as const, set }
      expect(await store.transition(transition)).toEqual(changed)
      store.close()
    })

    test('is refused with unlessCommitted once the result is committed', async () => {
      const store = await options.open()
      const cancel = { from: ['running', 'merging'] as const, to: 'cancelled' as const }
      const open = await jobIn(store, 'merging')
      expect(
        await store.transition({ ...idOf(open), ...cancel, unlessCommitted: true }),
      ).toMatchObject({ state: 'cancelled' })
      const final = await jobIn(store, 'merging')
      const from = ['merging'] as const
      await store.transition({ ...idOf(final), from, to: 'merging', set: { committed: true } })
      expect(
        await store.transition({ ...idOf(final), ...cancel, unlessCommitted: true }),
      ).toBeUndefined()
      expect(await store.get(idOf(final))).toMatchObject({ state: 'merging', committed: true })
      expect(await store.transition({ ...idOf(final), from, to: 'succeeded' })).toMatchObject({
        state: 'succeeded',
      })
      store.close()
    })

    test('succeeds for one of many concurrent callers', async () => {
      const stores = [await options.open(), await options.open()] as const
      const job = await jobIn(stores[0], 'running')
      const ends: JobState[] = ['succeeded', 'failed', 'cancelled']
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          stores[i % 2 ? 1 : 0].transition({
            ...idOf(job),
            from: ['running'],
            to: ends[i % 3]!,
            set: { charged: i },
          }),
        ),
      )
      const [winner, ...others] = outcomes.filter((changed) => changed !== undefined)
      expect(others).toEqual([])
      expect(await stores[1].get(idOf(job))).toEqual(winner)
      for (const store of stores) store.close()
    })
  })

  describe('a finished chunk', () => {
    const counts = { matched: 7, unmatched: 2, failed: 1 }

    test('is counted once, whatever the counts of a repeat are', async () => {
      const store = await options.open()
      const job = await jobIn(store, 'running')
      const once = { ...job, counts, doneChunks: [3] }
      expect(await store.finishChunk(idOf(job), { index: 3, counts })).toEqual(once)
      const more = { ...counts, matched: 9 }
      expect(await store.finishChunk(idOf(job), { index: 3, counts: more })).toEqual(once)
      expect(await store.finishChunk(idOf(job), { index: 0, counts: more })).toMatchObject({
        counts: { matched: 16, unmatched: 4, failed: 2 },
      })
      expect((await store.get(idOf(job)))?.doneChunks).toHaveLength(2)
      store.close()
    })

    test('counts as done when it has no rows', async () => {
      const store = await options.open()
      const job = await jobIn(store, 'running')
      await store.finishChunk(idOf(job), { index: 0, counts: noRows })
      expect(await store.get(idOf(job))).toMatchObject({ counts: noRows, doneChunks: [0] })
      store.close()
    })

    test.each(['planning', 'merging'] as const)(
      'changes nothing when its job is %s',
      async (state) => {
        const store = await options.open()
        const job = await jobIn(store, state)
        expect(await store.finishChunk(idOf(job), { index: 0, counts })).toBeUndefined()
        expect(await store.get(idOf(job))).toEqual(job)
        store.close()
      },
    )

    test('is refused for a job that has ended or does not exist, counted before or not', async () => {
      const store = await options.open()
      const job = await jobIn(store, 'running')
      await store.finishChunk(idOf(job), { index: 0, counts })
      await store.transition({ ...idOf(job), from: ['running'], to: 'cancelled' })
      for (const index of [0, 1]) {
        expect(await store.finishChunk(idOf(job), { index, counts })).toBeUndefined()
      }
      expect(await store.finishChunk(idOf(newJob()), { index: 0, counts })).toBeUndefined()
      expect(await store.get(idOf(job))).toMatchObject({ counts, doneChunks: [0] })
      store.close()
    })

    test('is counted once when parallel writers report each of 200 chunks three times', async () => {
      const stores = [await options.open(), await options.open()] as const
      const job = await jobIn(stores[0], 'running')
      const reports = Array.from({ length: 600 }, (_, i) =>
        stores[i % 2 ? 1 : 0].finishChunk(idOf(job), { index: i % 200, counts }),
      )
      expect((await Promise.all(reports)).every((changed) => changed !== undefined)).toBe(true)
      expect(withSortedChunks(await stores[0].get(idOf(job)))).toMatchObject({
        counts: { matched: 1400, unmatched: 400, failed: 200 },
        doneChunks: Array.from({ length: 200 }, (_, i) => i),
      })
      for (const store of stores) store.close()
    })
  })

  jobLimitsContract(options)
  jobHistoriesContract(options)
}
