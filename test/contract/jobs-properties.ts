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
} from '../../lib/jobs/index.ts'
import { etag, idOf, type JobsContractOptions, newJob, noRows, sorted } from './jobs-fixtures.ts'

/** What can happen to one job. */
type Step =
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

const kind = <Kind extends Step['do']>(name: Kind) => fc.constant(name)
const state = fc.constantFrom<JobState>('planning', 'payment_required', 'running', 'merging')

const step: fc.Arbitrary<Step> = fc.oneof(
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
      // Mostly not an end, so that more can follow.
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

/** A simple reference implementation of the rules: the job afterwards, and whether the step is answered. */
function applyTo(job: Job, step: Step): { job: Job; answered: boolean } {
  const refused = { job, answered: false }
  const ended = (endStates as readonly JobState[]).includes(job.state)
  switch (step.do) {
    case 'create':
      return { job, answered: true }
    case 'claim':
      if (job.state === 'awaiting_upload') {
        const claimed = { executionId: step.run, inputEtag: etag }
        return { job: { ...job, ...claimed, state: 'planning' }, answered: true }
      }
      return { job, answered: job.executionId === step.run && !ended }
    case 'transition':
      if (!step.from.includes(job.state)) return refused
      if (step.unlessCommitted && job.committed) return refused
      return { job: { ...job, ...step.set, state: step.to }, answered: true }
    case 'chunk': {
      if (job.state !== 'running') return refused
      if (job.doneChunks.includes(step.index)) return { job, answered: true }
      const counts = sumOf(job.counts, step.counts)
      return {
        job: { ...job, counts, doneChunks: [...job.doneChunks, step.index] },
        answered: true,
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

function perform(store: JobStore, id: JobId, step: Step): Promise<Job | undefined> {
  switch (step.do) {
    case 'create':
      return store.create(newJob(id))
    case 'claim':
      return store.claim({ ...id, executionId: step.run, inputEtag: etag })
    case 'transition': {
      const { do: _, ...transition } = step
      return store.transition({ ...id, ...transition })
    }
    case 'chunk':
      return store.finishChunk(id, step)
  }
}

/** What is promised over random histories of one job. */
export function jobHistoriesContract({ open, runs }: JobsContractOptions): void {
  describe('over random histories', () => {
    test('one step after the other has exactly the outcome of the rules', async () => {
      const store = await open()
      const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        let model: Job = await store.create(newJob())
        const id = idOf(model)
        for (const next of steps) {
          const { job, answered } = applyTo(model, next)
          model = sorted(job)!
          expect(sorted(await perform(store, id, next))).toEqual(answered ? model : undefined)
          expect(sorted(await store.get(id))).toEqual(model)
        }
        expect((await store.list(id.accountId, { limit: 2 })).map(sorted)).toEqual([model])
      })
      await fc.assert(property, { numRuns: runs })
      store.close()
    })

    test('chunks and an end at once count what was answered before the end, and nothing else', async () => {
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
