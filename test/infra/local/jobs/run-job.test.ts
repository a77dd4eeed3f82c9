import { describe, expect, test } from 'vitest'
import type { Chunk, FinishInput } from '#places/jobs'
import { runJob, type Steps } from '../../../../infra/local/jobs/run-job.ts'

const id = { accountId: 'acme', jobId: 'job_x' }
const chunks: Chunk[] = [0, 1, 2, 3, 4].map((index) => ({
  index,
  start: index * 10,
  end: index * 10 + 10,
  line: index + 2,
  rows: 1,
}))

/** Returns steps that record their calls; `fail` selects the calls that throw. */
function recordedSteps(fail: (call: string) => boolean = () => false) {
  const calls: string[] = []
  const failures: FinishInput['failure'][] = []
  const record = async <T>(call: string, output: T): Promise<T> => {
    calls.push(call)
    if (fail(call)) throw new Error(`fault of ${call}`)
    return output
  }
  const steps: Steps = {
    plan: () => record('plan', { status: 'running' as const, ...id, chunksKey: 'chunks' }),
    work: ({ chunk }) => record(`work ${chunk.index}`, { status: 'done' as const }),
    merge: () => record('merge', { status: 'merged' as const }),
    finish: async ({ failure }) => {
      if (failure) failures.push(failure)
      return record('finish', { status: failure ? ('failed' as const) : ('succeeded' as const) })
    },
  }
  return { steps, calls, failures }
}

function run(steps: Steps, signal = new AbortController().signal) {
  return runJob(steps, 'jobs/in/acme/a.csv', {
    readChunks: async () => chunks,
    maxConcurrentChunks: 2,
    signal,
    retryDelaysMs: [0, 0],
  })
}

describe('a run of a job', () => {
  test('plans, works on every chunk, merges and finishes', async () => {
    const { steps, calls, failures } = recordedSteps()
    expect(await run(steps)).toBe('ended')
    expect(calls).toEqual([
      'plan',
      'work 0',
      'work 1',
      'work 2',
      'work 3',
      'work 4',
      'merge',
      'finish',
    ])
    expect(failures).toEqual([])
  })

  test('retries a step after a fault', async () => {
    let faults = 2
    const { steps, calls, failures } = recordedSteps((call) => call === 'work 2' && faults-- > 0)
    await run(steps)
    expect(calls.filter((call) => call === 'work 2')).toHaveLength(3)
    expect(calls.slice(-2)).toEqual(['merge', 'finish'])
    expect(failures).toEqual([])
  })

  test.each(['plan', 'work 3', 'merge'])('fails the job when %s keeps failing', async (bad) => {
    const { steps, calls, failures } = recordedSteps((call) => call === bad)
    expect(await run(steps)).toBe('ended')
    expect(calls.at(-1)).toBe('finish')
    expect(failures).toEqual([{ error: 'Error', cause: `fault of ${bad}` }])
  })

  test('works on at most the allowed number of chunks at once', async () => {
    let inFlight = 0
    let maxInFlight = 0
    const { steps } = recordedSteps()
    const work: Steps['work'] = async () => {
      maxInFlight = Math.max(maxInFlight, ++inFlight)
      await new Promise((resolve) => setTimeout(resolve, 2))
      inFlight--
      return { status: 'done' }
    }
    await run({ ...steps, work })
    expect(maxInFlight).toBe(2)
  })

  test('reports an unpaid job, and does nothing else', async () => {
    const { steps, calls } = recordedSteps()
    const unpaid = { status: 'payment_required' as const, ...id, chunksKey: 'chunks' }
    expect(await run({ ...steps, plan: async () => unpaid })).toBe('payment_required')
    expect(calls).toEqual([])
  })

  test('does nothing when the job has ended', async () => {
    const { steps, calls } = recordedSteps()
    expect(await run({ ...steps, plan: async () => ({ status: 'ended' }) })).toBe('ended')
    expect(calls).toEqual([])
  })

  test('neither fails nor finishes the job when it is stopped', async () => {
    const stopping = new AbortController()
    const { steps, calls, failures } = recordedSteps()
    const work: Steps['work'] = async () => {
      stopping.abort(new Error('the server stops'))
      throw new Error('a process of jobs has ended')
    }
    await expect(run({ ...steps, work }, stopping.signal)).rejects.toThrow('the server stops')
    expect(calls).toEqual(['plan'])
    expect(failures).toEqual([])
  })
})
