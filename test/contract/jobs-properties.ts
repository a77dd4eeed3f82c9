import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  endStates,
  type Job,
  type JobId,
  type JobState,
  type JobStore,
  jobStates,
  type RowCounts,
} from '#places/jobs'
import {
  etag,
  idOf,
  type JobsContractOptions,
  newJob,
  noRows,
  withSortedChunks,
} from './jobs-fixtures.ts'

/** A call of the store for one job. */
type StoreCall =
  | { do: 'create' }
  | { do: 'claim'; run: string }
  | {
      do: 'transition'
      from: JobState[]
      to: JobState
      set: { totalRows?: number; committed?: boolean }
      unlessCommitted: boolean
    }
  | { do: 'chunk'; index: number; counts: RowCounts }

const kind = <Kind extends StoreCall['do']>(name: Kind) => fc.constant(name)
const state = fc.constantFrom<JobState>('planning', 'payment_required', 'running', 'merging')

const storeCall: fc.Arbitrary<StoreCall> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: kind('create') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: kind('claim'), run: fc.constantFrom('run-1', 'run-2') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: kind('transition'),
      from: fc.subarray([...jobStates], { minLength: 1 }),
      // Rarely an end state, so that more calls can follow.
      to: fc.oneof({ weight: 6, arbitrary: state }, fc.constantFrom<JobState>(...endStates)),
      set: fc.record(
        { totalRows: fc.nat({ max: 9 }), committed: fc.boolean() },
        { requiredKeys: [] },
      ),
      unlessCommitted: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: kind('chunk'),
      index: fc.nat({ max: 3 }),
      counts: fc.record({
        matched: fc.nat({ max: 9 }),
        unmatched: fc.nat({ max: 9 }),
        failed: fc.nat({ max: 9 }),
      }),
    }),
  },
)

/** Returns the job after a call, and whether the store accepts the call: a simple reference implementation. */
function applyTo(job: Job, call: StoreCall): { job: Job; accepted: boolean } {
  const refused = { job, accepted: false }
  const ended = (endStates as readonly JobState[]).includes(job.state)
  switch (call.do) {
    case 'create':
      return { job, accepted: true }
    case 'claim':
      if (job.state === 'awaiting_upload') {
        const claimed = { executionId: call.run, inputEtag: etag }
        return { job: { ...job, ...claimed, state: 'planning' }, accepted: true }
      }
      return { job, accepted: job.executionId === call.run && !ended }
    case 'transition':
      if (!call.from.includes(job.state)) return refused
      if (call.unlessCommitted && job.committed) return refused
      return { job: { ...job, ...call.set, state: call.to }, accepted: true }
    case 'chunk': {
      if (job.state !== 'running') return refused
      if (job.doneChunks.includes(call.index)) return { job, accepted: true }
      const counts = sumOf(job.counts, call.counts)
      return {
        job: { ...job, counts, doneChunks: [...job.doneChunks, call.index] },
        accepted: true,
      }
    }
  }
}

function sumOf(a: RowCounts, b: RowCounts): RowCounts {
  return {
    matched: a.matched + b.matched,
    unmatched: a.unmatched + b.unmatched,
    failed: a.failed + b.failed,
  }
}

function perform(store: JobStore, id: JobId, call: StoreCall): Promise<Job | undefined> {
  switch (call.do) {
    case 'create':
      return store.create(newJob(id))
    case 'claim':
      return store.claim({ ...id, executionId: call.run, inputEtag: etag })
    case 'transition': {
      const { do: _, ...transition } = call
      return store.transition({ ...id, ...transition })
    }
    case 'chunk':
      return store.finishChunk(id, call)
  }
}

/** The contract over random sequences of calls for one job. */
export function jobHistoriesContract({ open, runs }: JobsContractOptions): void {
  describe('random calls for one job', () => {
    test('have the outcome of the reference implementation when they come in sequence', async () => {
      const store = await open()
      const property = fc.asyncProperty(fc.array(storeCall, { maxLength: 25 }), async (calls) => {
        let model: Job = await store.create(newJob())
        const id = idOf(model)
        for (const next of calls) {
          const { job, accepted } = applyTo(model, next)
          model = withSortedChunks(job)!
          expect(withSortedChunks(await perform(store, id, next))).toEqual(
            accepted ? model : undefined,
          )
          expect(withSortedChunks(await store.get(id))).toEqual(model)
        }
        expect((await store.list(id.accountId, { limit: 2 })).map(withSortedChunks)).toEqual([
          model,
        ])
      })
      await fc.assert(property, { numRuns: runs })
      store.close()
    })

    test('count exactly the accepted chunks when chunks finish beside a cancellation', async () => {
      const stores = [await open(), await open()] as const
      const chunks = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20 })
      const property = fc.asyncProperty(chunks, fc.nat({ max: 19 }), async (indexes, position) => {
        const { accountId, jobId } = await stores[0].create(newJob())
        const id = { accountId, jobId }
        await stores[0].claim({ ...id, executionId: 'run-1', inputEtag: etag })
        await stores[0].transition({ ...id, from: ['planning'], to: 'running' })
        const counts = { matched: 1, unmatched: 0, failed: 2 }
        const report = (index: number, i: number) =>
          stores[i % 2 ? 1 : 0].finishChunk(id, { index, counts }).then((job) => job && index)
        const reports = indexes.map((index, i) => () => report(index, i))
        const end = () =>
          stores[1].transition({ ...id, from: ['running'], to: 'cancelled' }).then(() => undefined)
        const answers = await Promise.all(reports.toSpliced(position, 0, end).map((act) => act()))
        const counted = new Set(answers.filter((index) => index !== undefined))
        const job = (await stores[0].get(id))!
        expect(new Set(job.doneChunks)).toEqual(counted)
        expect(job.counts).toEqual({
          ...noRows,
          matched: counted.size,
          failed: 2 * counted.size,
        })
        expect(job.state).toBe('cancelled')
      })
      await fc.assert(property, { numRuns: runs })
      for (const store of stores) store.close()
    })
  })
}
