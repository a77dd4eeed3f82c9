import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Job, type JobStore, jobRetentionDays, type NewJob } from '#places/jobs'
import { etag, idOf, type JobsContractOptions, newAccount, newJob } from './jobs-fixtures.ts'

const megabyte = 1_000_000
const limits = { maxAwaiting: 5, maxRunning: 4, maxBytes: 20 * megabyte }
const hourMs = 3_600_000

/** Returns a job that awaits an upload of at most 2 MB, for an hour. */
function newUpload(accountId: string, nowMs = Date.now()): NewJob {
  return {
    ...newJob({ accountId }),
    createdAt: new Date(nowMs).toISOString(),
    uploadExpiresAt: new Date(nowMs + hourMs).toISOString(),
    maxBytes: 2 * megabyte,
  }
}

/** Returns the created job, or the sentence of the refusal. */
async function tryCreate(store: JobStore, job: NewJob): Promise<Job | string> {
  return await store.create(job, limits).catch((error) => {
    expect(error).toMatchObject({ code: 'too_many_requests' })
    return error.message as string
  })
}

async function createMany(
  stores: readonly JobStore[],
  accountId: string,
  count: number,
  nowMs?: number,
) {
  const created = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      tryCreate(stores[i % stores.length]!, newUpload(accountId, nowMs)),
    ),
  )
  return created.filter((job) => typeof job !== 'string')
}

const start = (store: JobStore, job: Job, inputBytes: number) =>
  store.claim({ ...idOf(job), executionId: 'run-1', inputEtag: etag, inputBytes })

const openStates = ['awaiting_upload', 'planning', 'running', 'merging'] as const

/** The contract of the limits of an account. */
export function jobLimitsContract({ open, runs }: JobsContractOptions): void {
  describe('the limits of an account', () => {
    test('are not exceeded by a hundred concurrent creations', async () => {
      const stores = [await open(), await open(), await open()]
      const accountId = newAccount()
      expect(await createMany(stores, accountId, 100)).toHaveLength(5)
      expect(await stores[0]!.list(accountId, { limit: 100 })).toHaveLength(5)
      expect(await createMany(stores, newAccount(), 100)).toHaveLength(5)
      for (const store of stores) store.close()
    })

    test('count every job, not only the newest', async () => {
      const store = await open()
      const accountId = newAccount()
      const jobs = await createMany([store], accountId, 5)
      const newest = jobs.toSorted((a, b) => (a.jobId < b.jobId ? 1 : -1))[0]!
      await store.transition({ ...idOf(newest), from: ['awaiting_upload'], to: 'failed' })
      expect(await createMany([store], accountId, 3)).toHaveLength(1)
      expect(await tryCreate(store, newUpload(accountId))).toMatch(/^5 jobs await their upload/)
      store.close()
    })

    test('count cancelled jobs whose link still accepts an upload', async () => {
      const store = await open()
      const accountId = newAccount()
      for (const job of await createMany([store], accountId, 5))
        await store.transition({ ...idOf(job), from: ['awaiting_upload'], to: 'cancelled' })
      expect(await createMany([store], accountId, 3)).toEqual([])
      store.close()
    })

    test('count jobs that have not ended, and free their places when they end', async () => {
      const store = await open()
      const accountId = newAccount()
      const jobs = await createMany([store], accountId, 4)
      for (const job of jobs) await start(store, job, 10)
      expect(await tryCreate(store, newUpload(accountId))).toMatch(/^4 jobs have not ended/)
      const [first] = jobs as [Job]
      const end = { ...idOf(first), from: ['planning'] as const, to: 'failed' as const }
      await store.transition(end)
      expect(await store.transition(end)).toBeUndefined()
      expect(await createMany([store], accountId, 1)).toHaveLength(1)
      store.close()
    })

    test('count the bytes of awaited uploads, of inputs and of results, until they are deleted', async () => {
      const store = await open()
      const accountId = newAccount()
      const [small, large] = (await createMany([store], accountId, 2)) as [Job, Job]
      await start(store, small, megabyte)
      await start(store, large, 2 * megabyte)
      for (const job of [small, large]) {
        const set = { result: { key: 'jobs/out/a/b/c', bytes: 7 * megabyte, sha256: 'ab' } }
        await store.transition({ ...idOf(job), from: ['planning'], to: 'succeeded', set })
      }
      // 1 + 2 + 2 x 7 MB are stored, and the 2 MB of one upload fit.
      expect(await createMany([store], accountId, 3)).toHaveLength(1)
      expect(await tryCreate(store, newUpload(accountId))).toMatch(
        /^The files of this account's jobs/,
      )
      const laterMs = Date.now() + (jobRetentionDays + 2) * 24 * hourMs
      const later = await open(() => laterMs)
      expect(await createMany([later], accountId, 10, laterMs)).toHaveLength(5)
      for (const each of [store, later]) each.close()
    })

    test('ignore an expired upload without any clean-up', async () => {
      const store = await open()
      const accountId = newAccount()
      await createMany([store], accountId, 5)
      const laterMs = Date.now() + hourMs + 1000
      const later = await open(() => laterMs)
      expect(await createMany([later, later], accountId, 20, laterMs)).toHaveLength(5)
      for (const each of [store, later]) each.close()
    })

    test('ignore an upload whose expiry was written by a clock that has been set back since', async () => {
      const accountId = newAccount()
      const wrongMs = Date.now() + 365 * 24 * hourMs
      const wrong = await open(() => wrongMs)
      expect(await createMany([wrong], accountId, 9, wrongMs)).toHaveLength(5)
      const store = await open()
      expect(await createMany([store], accountId, 9)).toHaveLength(5)
      for (const each of [store, wrong]) each.close()
    })

    test('do not apply to an existing job, which takes no second place', async () => {
      const store = await open()
      const accountId = newAccount()
      const jobs = await createMany([store], accountId, 5)
      for (const { jobId } of jobs) {
        expect(await tryCreate(store, { ...newUpload(accountId), jobId })).toMatchObject({ jobId })
      }
      const [first] = jobs as [Job]
      await start(store, first, 10)
      await start(store, first, 10)
      expect(await tryCreate(store, { ...newUpload(accountId), jobId: first.jobId })).toMatchObject(
        {
          state: 'planning',
        },
      )
      expect(await createMany([store], accountId, 3)).toHaveLength(1)
      store.close()
    })

    test('count jobs of operators but do not refuse them', async () => {
      const store = await open()
      const accountId = newAccount()
      for (let i = 0; i < 7; i++) await store.create(newUpload(accountId))
      expect(await tryCreate(store, newUpload(accountId))).toMatch(/await their upload/)
      store.close()
    })

    test('leave exactly the remaining capacity after any history', async () => {
      const step = fc.record({
        do: fc.constantFrom('create', 'start', 'succeed', 'fail', 'cancel', 'again'),
        pick: fc.nat({ max: 99 }),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const stores = [await open(), await open()]
          const accountId = newAccount()
          const jobs: Job[] = []
          for (const [i, { do: act, pick }] of steps.entries()) {
            const store = stores[i % 2]!
            const job = jobs[pick % Math.max(1, jobs.length)]
            if (act === 'create') {
              const created = await tryCreate(store, newUpload(accountId))
              if (typeof created !== 'string') jobs.push(created)
            } else if (!job) continue
            else if (act === 'start') await start(store, job, megabyte)
            else if (act === 'again')
              await tryCreate(store, { ...newUpload(accountId), ...idOf(job) })
            else {
              const to = act === 'succeed' ? 'succeeded' : act === 'fail' ? 'failed' : 'cancelled'
              await store.transition({ ...idOf(job), from: openStates, to })
            }
          }
          const now = await stores[0]!.list(accountId, { limit: 100 })
          const awaiting = now.filter(
            ({ state, inputEtag }) =>
              state === 'awaiting_upload' || (state === 'cancelled' && inputEtag === undefined),
          ).length
          const running = now.filter(({ state }) => state === 'planning').length
          const bytes = now.reduce((sum, { inputBytes = 0 }) => sum + inputBytes, 0)
          const room = limits.maxBytes - bytes - awaiting * 2 * megabyte
          const expected =
            running >= limits.maxRunning
              ? 0
              : Math.max(
                  0,
                  Math.min(limits.maxAwaiting - awaiting, Math.floor(room / 2 / megabyte)),
                )
          expect(await createMany(stores, accountId, 8)).toHaveLength(expected)
          for (const store of stores) store.close()
        }),
        { numRuns: runs },
      )
    })
  })
}
