import { describe, expect, test } from 'vitest'
import { runAtOnce, runInSlices, type WorkSteps } from '#platform/concurrency'

function* count(to: number, done: number[] = []): WorkSteps<number> {
  for (let i = 0; i < to; i++) {
    yield
    done.push(i)
  }
  return to
}

describe('work that is done in steps', () => {
  test('has the same result at once and in slices', async () => {
    expect(runAtOnce(count(1_000))).toBe(1_000)
    expect(await runInSlices(count(1_000))).toBe(1_000)
  })

  test('ends at the next step when its signal is aborted', async () => {
    const done: number[] = []
    const abort = new AbortController()
    function* aborted(): WorkSteps<void> {
      yield
      done.push(1)
      abort.abort(new Error('gone'))
      yield
      done.push(2)
    }
    await expect(runInSlices(aborted(), abort.signal)).rejects.toThrow('gone')
    expect(done).toEqual([1])
  })

  test('lets other work run between its steps', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    function* long(): WorkSteps<void> {
      for (let i = 0; i < 20; i++) {
        const until = performance.now() + 5
        while (performance.now() < until);
        yield
      }
    }
    await runInSlices(long())
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })
})
