import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  finish,
  type JobContext,
  jobStates,
  makeWorkKeys,
  merge,
  type PlanInput,
  plan,
  work,
} from '#places/jobs'
import { unavailable } from '#platform/errors'
import { chunksOf, type JobBench, jobBench, outcomeOf, upload } from '../../fixtures/jobs.ts'
import { cases } from '../../setup/suite.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

let bench: JobBench
beforeAll(async () => {
  bench = await jobBench(await gazetteerOf(towns))
})
afterAll(() => bench.close())

/** Three chunks: over 1 MB of empty lines ends each. */
const rows = ['Brumeville', 'qwxz\r\ntoo,many,fields', '"Rue du Moulin 3, Brumeville"']
const file = `address,note\r\n${rows.join('\r\n'.repeat(550_000))}`
const charged = 3 * 200

/** The quick suite injects a fault into every eighth call. */
const stride = cases({ quick: 8, full: 1 })

type Fault = { at: number; when: 'before' | 'after' }

/** Returns a context where one store call fails: before it is made, or afterwards, when its reply is lost. */
function withFault({ at, when }: Fault): { context: JobContext; calls: () => number } {
  let calls = 0
  const faulty = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name) {
        const method = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        if (name === 'list') return method.bind(target)
        return async (...given: unknown[]) => {
          const fails = ++calls === at
          if (fails && when === 'before') throw unavailable(new Error('injected'))
          const answer = await method.apply(target, given)
          if (fails) throw unavailable(new Error('injected'))
          return answer
        }
      },
    })
  const { jobs, files, accounts } = bench
  const stores = { jobs: faulty(jobs), files: faulty(files), accounts: faulty(accounts) }
  return { context: { ...bench.context, ...stores }, calls: () => calls }
}

/** Retries a step, as the state machine does. */
async function retried<T>(step: () => Promise<T>, attempts = 3): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (attempt === attempts || !String((error as Error).cause).includes('injected')) throw error
    }
  }
}

/** Runs a job and retries each failed step. */
async function runWithRetries(context: JobContext, start: PlanInput): Promise<string> {
  const planned = await retried(() => plan(start, context))
  if (planned.status !== 'running') return planned.status
  const id = { accountId: planned.accountId, jobId: planned.jobId }
  for (const chunk of await chunksOf(bench, planned.chunksKey)) {
    await retried(() => work({ ...id, chunk }, context))
  }
  await retried(() => merge(id, context))
  return (await retried(() => finish({ ...id, executionId: start.executionId }, context))).status
}

const balance = async () => (await bench.accounts.getAccount(bench.accountId))!

async function undisturbed(): Promise<string> {
  const start = await upload(bench, file)
  await runWithRetries(bench.context, start)
  return (await outcomeOf(bench, start.id)).result!
}

/** Yields contexts with a fault at each call of a run in turn, until the run makes fewer calls. */
async function* faults(): AsyncGenerator<{ fault: Fault; context: JobContext }> {
  for (const when of ['before', 'after'] as const) {
    for (let at = 1; ; at += stride) {
      const { context, calls } = withFault({ at, when })
      yield { fault: { at, when }, context }
      if (calls() < at) break
      expect(at).toBeLessThan(200)
    }
  }
}

/** Milliseconds for up to a hundred runs in each test, on a machine that does other things as well. */
const timeout = 120_000

describe('a job whose stores fail once, at any call,', { timeout }, () => {
  test('returns the bytes of an undisturbed run when the step is retried, and is charged once', async () => {
    const expected = await undisturbed()
    for await (const { fault, context } of faults()) {
      const before = await balance()
      const start = await upload(bench, file)
      const status = await runWithRetries(context, start)
      const { result, job, account } = await outcomeOf(bench, start.id)
      const where = JSON.stringify(fault)
      // The last step is retried when its reply is lost, and finds the job ended.
      expect(['succeeded', 'ended'], where).toContain(status)
      expect(result === expected, where).toBe(true)
      expect(job, where).toMatchObject({
        state: 'succeeded',
        charged,
        counts: { matched: 2, unmatched: 1, failed: 1 },
      })
      expect(account, where).toEqual({ ...before, balance: before.balance - charged })
      for await (const { key } of bench.files.list(makeWorkKeys(start.id).folder)) expect.fail(key)
    }
  })

  test('returns the same bytes when the whole run begins again', async () => {
    const expected = await undisturbed()
    for await (const { fault, context } of faults()) {
      const before = await balance()
      const start = await upload(bench, file)
      await runWithoutRetries(context, start).catch((error) =>
        expect(String(error.cause)).toContain('injected'),
      )
      await runWithoutRetries(bench.context, start)
      const { result, job, account } = await outcomeOf(bench, start.id)
      const where = JSON.stringify(fault)
      expect(job.state, where).toBe('succeeded')
      expect(result === expected, where).toBe(true)
      expect(account, where).toEqual({ ...before, balance: before.balance - charged })
    }
  })

  test('costs nothing when it is abandoned, unless its result was final', async () => {
    for await (const { fault, context } of faults()) {
      const before = await balance()
      const start = await upload(bench, file)
      const { key, executionId } = start
      await runWithoutRetries(context, start).catch(async () => {
        const failure = { error: 'States.TaskFailed', cause: 'secret' }
        await finish({ key, executionId, failure }, bench.context)
      })
      const { job, account } = await outcomeOf(bench, start.id)
      const where = JSON.stringify(fault)
      expect(['succeeded', 'failed'], where).toContain(job.state)
      const cost = job.state === 'succeeded' ? charged : 0
      expect(account, where).toEqual({ ...before, balance: before.balance - cost })
      if (job.state === 'succeeded') continue
      expect(job.failure, where).toEqual({
        error: 'internal_error',
        message: 'The job failed on our side. Send the file again. Nothing was charged.',
      })
    }
  })
})

/** Runs a job until the first fault. */
async function runWithoutRetries(context: JobContext, start: PlanInput): Promise<void> {
  const planned = await plan(start, context)
  if (planned.status !== 'running') return
  const id = { accountId: planned.accountId, jobId: planned.jobId }
  for (const chunk of await chunksOf(bench, planned.chunksKey)) {
    await work({ ...id, chunk }, context)
  }
  await merge(id, context)
  await finish({ ...id, executionId: start.executionId }, context)
}

test('does everything once when steps run twice at the same time', async () => {
  const expected = await undisturbed()
  const before = await balance()
  const start = await upload(bench, file)
  const twice = async <T>(step: () => Promise<T>) => (await Promise.all([step(), step()]))[0]
  const { context } = bench
  const planned = await twice(() => plan(start, context))
  if (planned.status !== 'running') throw new Error(planned.status)
  for (const chunk of await chunksOf(bench, planned.chunksKey)) {
    await twice(() => work({ ...start.id, chunk }, context))
  }
  await twice(() => merge(start.id, context))
  await twice(() => finish({ ...start.id, executionId: start.executionId }, context))
  const { result, account } = await outcomeOf(bench, start.id)
  expect(result === expected).toBe(true)
  expect(account).toEqual({ ...before, balance: before.balance - charged })
})

test('charges nothing and continues no step when a job is cancelled between any two calls', {
  timeout,
}, async () => {
  const from = jobStates.filter((state) => state !== 'succeeded')
  for (let at = 1; ; at += stride) {
    const before = await balance()
    const start = await upload(bench, file)
    let calls = 0
    const watched = <Store extends object>(store: Store): Store =>
      new Proxy(store, {
        get(target, name) {
          const method = Reflect.get(target, name)
          if (typeof method !== 'function') return method
          if (name === 'list') return method.bind(target)
          return async (...given: unknown[]) => {
            if (++calls === at) {
              await bench.jobs.transition({
                ...start.id,
                from,
                to: 'cancelled',
                unlessCommitted: true,
              })
            }
            return method.apply(target, given)
          }
        },
      })
    const { jobs, files, accounts } = bench
    const stores = { jobs: watched(jobs), files: watched(files), accounts: watched(accounts) }
    await runWithoutRetries({ ...bench.context, ...stores }, start).catch((error) =>
      // The chunks of a cancelled job are already deleted.
      expect(String(error)).toContain('no object'),
    )
    const { job, account } = await outcomeOf(bench, start.id)
    const cost = job.state === 'succeeded' ? charged : 0
    expect(['succeeded', 'cancelled'], `${at}`).toContain(job.state)
    expect(account, `${at}`).toEqual({ ...before, balance: before.balance - cost })
    if (calls < at) break
  }
})
