import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HedgeBudget, runHedged } from '#platform/storage/s3'

type Ending = 'success' | 'fault' | 'answer'
interface Course {
  /** Milliseconds from its start to its end; the two courses never end at the same time. */
  milliseconds: number
  ending: Ending
}

const delayMilliseconds = 80

class Ended extends Error {
  readonly ending: Ending
  readonly twin: boolean
  constructor(ending: Ending, twin: boolean) {
    super(`${twin ? 'second' : 'first'} ended in ${ending}`)
    this.ending = ending
    this.twin = twin
  }
}

/** Returns the outcome of the two requests, according to the comment of `runHedged`. */
function expected(first: Course, second: Course): { twin: boolean; ending: Ending } {
  const one = { ...first, twin: false }
  const two = { ...second, twin: true, milliseconds: delayMilliseconds + second.milliseconds }
  if (one.milliseconds < delayMilliseconds) return one
  const [early, late] = one.milliseconds < two.milliseconds ? [one, two] : [two, one]
  if (early.ending !== 'fault') return early
  return late.ending === 'fault' ? early : late
}

describe('a hedged request', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const course = (rest: number): fc.Arbitrary<Course> =>
    fc.record({
      milliseconds: fc.nat(100).map((n) => 2 * n + rest),
      ending: fc.constantFrom<Ending>('success', 'fault', 'answer'),
    })

  test('ends with the first success or answer, and in a fault only when both requests fail', async () => {
    await fc.assert(
      fc.asyncProperty(course(1), course(2), async (first, second) => {
        const aborted: boolean[] = []
        const start = (signal: AbortSignal, twin: boolean): Promise<{ twin: boolean }> =>
          new Promise((resolve, reject) => {
            const { milliseconds, ending } = twin ? second : first
            signal.addEventListener('abort', () => aborted.push(twin))
            setTimeout(() => {
              if (ending === 'success') resolve({ twin })
              else reject(new Ended(ending, twin))
            }, milliseconds)
          })
        const outcome = runHedged(start, {
          delayMilliseconds,
          mayHedge: () => true,
          isDefinitive: (error) => (error as Ended).ending === 'answer',
          signal: new AbortController().signal,
        }).then(
          ({ twin }) => ({ twin, ending: 'success' }),
          ({ twin, ending }: Ended) => ({ twin, ending }),
        )
        await vi.runAllTimersAsync()
        const wanted = expected(first, second)
        expect(await outcome).toEqual({ twin: wanted.twin, ending: wanted.ending })
        if (wanted.ending === 'fault') return
        // The request that won was not aborted. The other one was, if it was started.
        expect(aborted).toEqual(first.milliseconds > delayMilliseconds ? [!wanted.twin] : [])
      }),
    )
  })

  test('stays one request when a second one is not allowed', async () => {
    let started = 0
    const start = (): Promise<string> => {
      started++
      return new Promise((resolve) => setTimeout(() => resolve('late'), 500))
    }
    const outcome = runHedged(start, {
      delayMilliseconds,
      mayHedge: () => false,
      isDefinitive: () => false,
      signal: new AbortController().signal,
    })
    await vi.runAllTimersAsync()
    expect(await outcome).toBe('late')
    expect(started).toBe(1)
  })

  test('passes the abort of the caller to both requests', async () => {
    const abort = new AbortController()
    const start = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const outcome = runHedged(start, {
      delayMilliseconds,
      mayHedge: () => true,
      isDefinitive: () => false,
      signal: abort.signal,
    })
    const refused = expect(outcome).rejects.toThrow('enough')
    await vi.advanceTimersByTimeAsync(delayMilliseconds + 1)
    abort.abort(new Error('enough'))
    await refused
  })
})

describe('the budget of hedges', () => {
  test('allows ten at once, and then one for every ten reads', () => {
    const budget = new HedgeBudget()
    for (let hedge = 0; hedge < 10; hedge++) expect(budget.spend()).toBe(true)
    expect(budget.spend()).toBe(false)
    for (let read = 0; read < 11; read++) budget.earn()
    expect(budget.spend()).toBe(true)
    expect(budget.spend()).toBe(false)
  })

  test('does not grow beyond ten however many reads pass without a hedge', () => {
    const budget = new HedgeBudget()
    for (let read = 0; read < 1000; read++) budget.earn()
    let allowed = 0
    while (budget.spend()) allowed++
    expect(allowed).toBe(10)
  })
})
