import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { StepPool } from '../../../../infra/local/jobs/step-pool.ts'
import { homeOver, workersOf } from '../../../fixtures/server.ts'

const unknown = { key: 'jobs/in/nobody/a.csv', executionId: 'local' }

let pool: StepPool

beforeEach(() => {
  const home = homeOver(inject('builtHome'))
  pool = new StepPool(1, { ...process.env, CAIRN_HOME: home, REGION: 'demo' })
})

afterEach(() => pool.stop())

describe('the processes of jobs', () => {
  test('start with the first step, in the given environment', async () => {
    const before = workersOf(process.pid)
    expect(await pool.plan(unknown)).toEqual({ status: 'ended' })
    expect(workersOf(process.pid)).toHaveLength(before.length + 1)
    expect(await pool.finish(unknown)).toEqual({ status: 'ended' })
    expect(workersOf(process.pid)).toHaveLength(before.length + 1)
  })

  test('pass on the error of a step', async () => {
    const chunk = { index: 0, start: 0, end: 1, line: 2, rows: 1 }
    const missing = pool.work({ accountId: 'a', jobId: 'job_0', chunk, extra: 1 } as never)
    expect(await missing).toEqual({ status: 'ended' })
    await expect(pool.plan({ key: 7 } as never)).rejects.toThrow(/startsWith/)
  })

  test('are replaced when one dies, which fails its step while the next one runs', async () => {
    await pool.plan(unknown)
    const steps = Array.from({ length: 20 }, () => pool.plan(unknown))
    process.kill(workersOf(process.pid).at(-1)!, 'SIGKILL')
    const outcomes = await Promise.allSettled(steps)
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
    expect(await pool.plan(unknown)).toEqual({ status: 'ended' })
  })

  test('run no more steps once they are stopped', async () => {
    await pool.plan(unknown)
    pool.stop()
    await expect(pool.plan(unknown)).rejects.toThrow('stopped')
  })
})
