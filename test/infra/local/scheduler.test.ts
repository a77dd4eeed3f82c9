import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countHeavyWorkers,
  type ScheduledCall,
  Scheduler,
  type WorkerLoad,
} from '../../../infra/local/scheduler.ts'
import { runs } from '../../setup/suite.ts'

interface TestWorker extends WorkerLoad {
  name: string
}

const never = new AbortController().signal

function scheduling(count: number) {
  const workers: TestWorker[] = Array.from({ length: count }, (_, i) => ({
    name: `w${i}`,
    calls: 0,
    heavy: 0,
    takesHeavy: i < countHeavyWorkers(count),
    isReady: true,
  }))
  const scheduler = new Scheduler<TestWorker>({ workers: () => workers })
  const started: { job: ScheduledCall; worker: TestWorker }[] = []
  const ask = async (job: ScheduledCall, signal = never) => {
    const worker = await scheduler.acquire(job, signal)
    if (worker) started.push({ job, worker })
    return worker
  }
  /** Answers the account's oldest call in flight. */
  const answer = async (account: string) => {
    const at = started.findIndex(({ job }) => job.account === account)
    const [{ job, worker }] = started.splice(at, 1) as [(typeof started)[number]]
    scheduler.release(worker, job)
    await settled()
  }
  return { workers, scheduler, started, ask, answer }
}

const settled = () => new Promise(setImmediate)
const heavy = (account: string): ScheduledCall => ({ account, heavy: true })
const light = (account: string): ScheduledCall => ({ account, heavy: false })

describe('the scheduler', () => {
  test('keeps heavy calls in half of the workers and sends other calls elsewhere', async () => {
    const { workers, started, ask } = scheduling(4)
    for (let i = 0; i < 20; i++) for (const who of ['a', 'b', 'c']) void ask(heavy(who))
    await settled()
    expect(workers.map((worker) => worker.heavy > 0)).toEqual([true, true, false, false])
    started.length = 0
    for (let i = 0; i < 4; i++) void ask(light('d'))
    await settled()
    expect(started.map(({ worker }) => worker.name)).toEqual(['w2', 'w3', 'w2', 'w3'])
  })

  test('starts a call of another account at once, however many calls the first one has sent', async () => {
    const { scheduler, ask } = scheduling(2)
    for (let i = 0; i < 100; i++) void ask(heavy('greedy'))
    for (let i = 0; i < 100; i++) void ask(light('greedy'))
    await settled()
    expect(scheduler.waiting).toBeGreaterThan(180)
    const now = scheduler.waiting
    expect(await ask(heavy('other'))).toMatchObject({ name: 'w0' })
    expect(await ask(light('other'))).toMatchObject({ name: 'w1' })
    expect(scheduler.waiting).toBe(now)
  })

  test('starts a call of the account with the fewest in flight when all workers are full', async () => {
    const { started, ask, answer } = scheduling(1)
    for (const who of ['a', 'b', 'c', 'd']) for (let i = 0; i < 6; i++) void ask(heavy(who))
    await settled()
    expect(started).toHaveLength(8)
    void ask(heavy('late'))
    await settled()
    expect(started).toHaveLength(8)
    await answer('a')
    expect(started.at(-1)!.job.account).toBe('late')
    await answer('b')
    expect(started.at(-1)!.job.account).toBe('a')
  })

  test('skips a call whose caller has hung up or whose time is over', async () => {
    const { scheduler, ask, answer, started } = scheduling(1)
    const hangUp = new AbortController()
    void ask(heavy('a'))
    void ask(heavy('a'))
    const third = ask(heavy('a'), hangUp.signal)
    const fourth = ask(heavy('a'))
    await settled()
    hangUp.abort()
    expect(await third).toBe(undefined)
    await answer('a')
    await fourth
    expect(scheduler.waiting).toBe(0)
    expect(started).toHaveLength(2)
    expect(await ask(light('a'), AbortSignal.abort())).toBe(undefined)
  })

  test('starts waiting calls when a worker arrives', async () => {
    const { workers, scheduler, ask } = scheduling(0)
    const call = ask(light('a'))
    await settled()
    workers.push({ name: 'new', calls: 0, heavy: 0, takesHeavy: true, isReady: true })
    scheduler.dispatch()
    expect(await call).toMatchObject({ name: 'new' })
  })

  test('lets heavy calls wait for a starting worker for heavy calls, or use any worker when there is none', async () => {
    const { workers, scheduler, started, ask } = scheduling(2)
    workers[0]!.isReady = false
    const call = ask(heavy('a'))
    void ask(light('a'))
    await settled()
    expect(started.map(({ worker }) => worker.name)).toEqual(['w1'])
    workers.shift()
    scheduler.dispatch()
    expect(await call).toMatchObject({ name: 'w1' })
  })

  test('starts every call once, in the order of its account, and ends with all counts at zero', async () => {
    const jobs = fc.array(
      fc.record({ account: fc.constantFrom('a', 'b', 'c', 'd', 'e'), heavy: fc.boolean() }),
      { maxLength: 120 },
    )
    await fc.assert(
      fc.asyncProperty(jobs, fc.integer({ min: 1, max: 5 }), async (all, count) => {
        const { workers, scheduler, started, ask, answer } = scheduling(count)
        const order: ScheduledCall[] = []
        for (const job of all) void ask(job).then(() => order.push(job))
        await settled()
        while (started.length > 0) {
          for (const { worker } of started) expect(worker.calls).toBeGreaterThan(0)
          await answer(started[0]!.job.account)
        }
        expect(scheduler.waiting).toBe(0)
        expect(order).toHaveLength(all.length)
        for (const account of ['a', 'b', 'c', 'd', 'e']) {
          for (const isHeavy of [true, false]) {
            const own = (job: ScheduledCall) => job.account === account && job.heavy === isHeavy
            const [asked, began] = [all.filter(own), order.filter(own)]
            expect(began.every((job, i) => job === asked[i])).toBe(true)
          }
        }
        for (const { calls, heavy } of workers) expect([calls, heavy]).toEqual([0, 0])
      }),
      { numRuns: runs(50) },
    )
  })
})
