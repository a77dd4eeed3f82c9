import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import validate from 'asl-validator'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type JobId, makeUploadKey, requestSuffix } from '#places/jobs'
import { JobRequest } from '#places/jobs/schemas'
import { openJobContext } from '../../../functions/jobs/job-context.ts'
import { newJob } from '../../contract/jobs-fixtures.ts'
import { publishTown } from '../../fixtures/job-region.ts'
import { addKey } from '../../fixtures/jobs.ts'
import { StatesError } from '../../fixtures/states/errors.ts'
import { type Interference, jobsMachine, type Step } from '../../fixtures/states/jobs-machine.ts'
import { synthesise } from '../../fixtures/synthesis.ts'
import { withCampaigns } from '../../setup/suite.ts'

const hour = 3_600_000
const balance = 1_000_000_000
const rows = 30
const price = 200
const gap = '\n'.repeat(1_100_000)

let home: string
let machine: ReturnType<typeof jobsMachine>
beforeAll(async () => {
  // One chunk runs at a time, so that a test knows their order.
  machine = jobsMachine(synthesise({ jobs: { maxConcurrency: 1 } }).api)
  home = mkdtempSync(join(tmpdir(), 'cairn-workflow-'))
  await publishTown(home)
})
beforeEach(() => {
  vi.stubEnv('CAIRN_HOME', home)
  vi.stubEnv('REGION', 'island')
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  vi.stubEnv('CAIRN_HOME', home)
  const { jobs, accounts } = await openJobContext()
  jobs.close()
  accounts.close()
  rmSync(home, { recursive: true })
})

/** Creates a job of three chunks with its upload. */
async function newUpload({ funds = balance }: { funds?: number } = {}) {
  const { jobs, files, accounts } = await openJobContext()
  const { accountId } = await accounts.createAccount({ balance: funds })
  const { keyId } = await addKey(accounts, accountId)
  const request = JobRequest.parse({})
  const { jobId } = await jobs.create({
    ...newJob({ accountId }),
    keyId,
    region: 'island',
    request,
  })
  const id: JobId = { accountId, jobId }
  // More than 1 MB of empty lines ends a chunk.
  const lines = Array.from(
    { length: rows },
    (_, i) => `${i % 10 === 0 && i > 0 ? gap : ''}${i},${i % 10 === 7 ? '' : 'Brumeville'}\n`,
  )
  await files.put(makeUploadKey(id), `row,locality\n${lines.join('')}`)
  const look = async () => {
    const job = (await jobs.get(id))!
    const account = (await accounts.getAccount(accountId))!
    const charges: number[] = []
    for await (const { kind, amount } of accounts.ledger(accountId)) {
      if (kind === 'charge') charges.push(amount)
    }
    const result = job.result && Buffer.from((await files.get(job.result.key)).bytes).toString()
    return { job, balance: account.balance, held: account.held, charges, result }
  }
  return { id, key: makeUploadKey(id), look }
}

const broken = 3
const charged = (rows - broken) * price

/** Checks that the job succeeded, with every row in its place, and was charged once. */
async function expectSucceeded({ look }: Awaited<ReturnType<typeof newUpload>>) {
  const { job, held, charges, result } = await look()
  expect(job).toMatchObject({
    state: 'succeeded',
    counts: { matched: rows - broken, unmatched: 0, failed: broken },
    charged,
  })
  expect({ held, charges }).toEqual({ held: 0, charges: [-charged] })
  const numbers = result!
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]))
  expect(numbers).toEqual(Array.from({ length: rows }, (_, i) => i))
}

/** Checks that the job failed and cost nothing. */
async function expectFailed({ look }: Awaited<ReturnType<typeof newUpload>>, error: string) {
  const { job, ...money } = await look()
  expect(job).toMatchObject({ state: 'failed', charged: 0, failure: { error } })
  expect(money).toMatchObject({ held: 0, charges: [] })
}

/** Interferes with the calls of one step. */
function onStep(step: Step, act: (attempt: number) => Promise<void> | void): Interference {
  return {
    before: async (call) => {
      if (call.step === step) await act(call.attempt)
    },
  }
}

const faultOf = (error: string) => new StatesError(error, JSON.stringify({ errorType: error }))

describe('the definition of the state machine', () => {
  test('is valid Amazon States Language', () => {
    const { isValid, errorsText } = validate(structuredClone(machine.definition))
    expect(errorsText()).toBe('')
    expect(isValid).toBe(true)
  })

  test('is refused with a transition to an unknown state', () => {
    const wrong = structuredClone(machine.definition)
    wrong.States.Merge!.Next = 'Nowhere'
    expect(validate(wrong).isValid).toBe(false)
  })

  test('defines retries with backoff and jitter, and a catch, for every step', () => {
    const { States } = machine.definition
    const ofChunks: typeof States = States.Work!.ItemProcessor.States
    const all = [...Object.values(States), ...Object.values(ofChunks)]
    const steps = all.filter(({ Resource }) => Resource?.endsWith('lambda:invoke'))
    expect(steps).toHaveLength(8)
    for (const { Retry, Catch, TimeoutSeconds } of steps) {
      expect(TimeoutSeconds).toBe(910)
      for (const retrier of Retry) {
        expect(retrier).toMatchObject({ BackoffRate: 2, JitterStrategy: 'FULL' })
      }
      expect(Catch.at(-1).ErrorEquals).toEqual(['States.ALL'])
    }
  })
})

describe('a run of the state machine', () => {
  test('plans, works on each chunk, merges and finishes', async () => {
    const upload = await newUpload()
    const { outcome, calls, states, metrics } = await machine.run(upload.key)
    expect(outcome).toMatchObject({ status: 'SUCCEEDED' })
    expect(calls).toEqual(['plan', 'work', 'work', 'work', 'merge', 'finish'])
    expect(states.at(-1)).toBe('Ended')
    expect(metrics).toEqual([])
    await expectSucceeded(upload)
  })

  test('does the work of an upload once, however often the event arrives', async () => {
    const upload = await newUpload()
    const all = await Promise.all([1, 2, 3].map(() => machine.run(upload.key)))
    expect(all.map(({ outcome }) => outcome.status)).toEqual(Array(3).fill('SUCCEEDED'))
    expect(all.map(({ calls }) => calls.length).toSorted()).toEqual([1, 1, 6])
    await expectSucceeded(upload)
    expect((await machine.run(upload.key)).calls).toEqual(['plan'])
    await expectSucceeded(upload)
  })

  test('ignores the request beside a file', async () => {
    const { calls, outcome } = await machine.run(`jobs/in/account/file.csv${requestSuffix}`)
    expect({ calls, status: outcome.status }).toEqual({ calls: [], status: 'SUCCEEDED' })
  })

  test('succeeds when its file cannot be read, and only the job fails', async () => {
    const upload = await newUpload()
    const { files } = await openJobContext()
    await files.put(upload.key, 'town\n"unclosed\n')
    const { calls, outcome } = await machine.run(upload.key)
    expect({ calls, status: outcome.status }).toEqual({ calls: ['plan'], status: 'SUCCEEDED' })
    await expectFailed(upload, 'invalid_file')
  })
})

describe('a step that fails once or more', () => {
  const everyFault: [Step, string, number][] = [
    ['plan', 'StepUnavailable', 8],
    ['plan', 'Sandbox.Timedout', 2],
    ['work', 'Lambda.TooManyRequestsException', 100],
    ['work', 'Lambda.Unknown', 2],
    ['merge', 'Lambda.ServiceException', 8],
    ['finish', 'StepUnavailable', 8],
  ]
  test.each(withCampaigns ? everyFault : everyFault.slice(0, 1))(
    'is retried: %s after %s, up to %i times',
    async (step, error, times) => {
      const upload = await newUpload()
      let faults = 0
      const { outcome, milliseconds } = await machine.run(
        upload.key,
        onStep(step, () => {
          if (faults++ < times) throw faultOf(error)
        }),
      )
      expect(outcome.status).toBe('SUCCEEDED')
      expect(milliseconds).toBeGreaterThan(times * 1000)
      await expectSucceeded(upload)
    },
  )

  test.each<Step>(withCampaigns ? ['plan', 'work', 'merge', 'finish'] : ['finish'])(
    'is retried: %s with a lost reply, and nothing is done or paid twice',
    async (lost) => {
      const upload = await newUpload()
      let losses = 0
      const after: Interference['after'] = async ({ step }) => {
        if (step === lost && losses++ < 3) throw faultOf('Lambda.SdkClientException')
      }
      expect((await machine.run(upload.key, { after })).outcome.status).toBe('SUCCEEDED')
      await expectSucceeded(upload)
    },
  )

  test.runIf(withCampaigns)('is retried after its timeout when work hangs', async () => {
    const upload = await newUpload()
    const hanging = machine.start(upload.key, {
      before: async ({ step, attempt }) => {
        if (step === 'work' && attempt === 1) await hanging.clock.spend(hour)
      },
    })
    const { outcome, milliseconds } = await hanging.outcome
    expect(outcome.status).toBe('SUCCEEDED')
    expect(milliseconds).toBeGreaterThan(3 * 910_000)
    await expectSucceeded(upload)
  })
})

describe('a run that fails', () => {
  test.each<[Step, string]>([
    ['plan', 'Fail the planned'],
    ['work', 'Fail the job'],
    ['merge', 'Fail the running'],
  ])('fails the job and releases its hold after a fault in %s', async (step, state) => {
    const upload = await newUpload()
    const { outcome, states } = await machine.run(
      upload.key,
      onStep(step, () => {
        throw faultOf('TypeError')
      }),
    )
    expect(outcome.status).toBe('FAILED')
    expect(states).toContain(state)
    await expectFailed(upload, 'internal_error')
  })

  test('begins no further chunk after a fault in a chunk', async () => {
    const upload = await newUpload()
    const { calls, outcome } = await machine.run(
      upload.key,
      onStep('work', () => {
        throw faultOf('TypeError')
      }),
    )
    expect(outcome.error).toBe('States.ExceedToleratedFailureThreshold')
    expect(calls.filter((step) => step === 'work')).toHaveLength(1)
  })

  test('has its hold released by the rule on failed runs after a fault in finish', async () => {
    const upload = await newUpload()
    const { outcome } = await machine.run(upload.key, {
      before: async ({ step }) => {
        if (step === 'merge' || step === 'finish') throw faultOf('TypeError')
      },
    })
    expect(outcome).toMatchObject({ status: 'FAILED', error: 'TypeError' })
    await expectFailed(upload, 'internal_error')
  })

  test.runIf(withCampaigns)(
    'is finished and charged by the rule once its result is final',
    async () => {
      const upload = await newUpload()
      let finished = 0
      const { outcome } = await machine.run(upload.key, {
        after: async ({ step }) => {
          if (step === 'finish' && ++finished > 0) throw faultOf('TypeError')
        },
      })
      expect(outcome.status).toBe('FAILED')
      await expectSucceeded(upload)
    },
  )
})

describe('a job with too little balance', () => {
  test('waits, and continues within a quarter of an hour of a top-up', async () => {
    const upload = await newUpload({ funds: 100 })
    const { accounts, jobs } = await openJobContext()
    let states: string[] = []
    const run = machine.start(
      upload.key,
      onStep('plan', async (attempt) => {
        if (attempt === 2) states = [(await jobs.get(upload.id))!.state]
        if (attempt === 20) await accounts.topUp(upload.id.accountId, balance)
      }),
    )
    const { outcome, milliseconds, calls } = await run.outcome
    expect(outcome.status).toBe('SUCCEEDED')
    expect(states).toEqual(['payment_required'])
    expect(calls.filter((step) => step === 'plan')).toHaveLength(20)
    expect(milliseconds / hour).toBeCloseTo(19 / 4, 1)
    await expectSucceeded(upload)
  })

  test.runIf(withCampaigns)(
    'is abandoned after seven days, while its run does not fail',
    async () => {
      const upload = await newUpload({ funds: 100 })
      const { outcome, milliseconds } = await machine.run(upload.key)
      expect(outcome.status).toBe('SUCCEEDED')
      expect(milliseconds / (24 * hour)).toBeCloseTo(7, 1)
      await expectFailed(upload, 'payment_required')
    },
  )

  test.runIf(withCampaigns)('has the full time of a run once it is paid for', async () => {
    const upload = await newUpload({ funds: 100 })
    const { accounts } = await openJobContext()
    const run = machine.start(upload.key, {
      before: async ({ step, attempt }) => {
        if (step === 'plan' && attempt === 600) {
          await accounts.topUp(upload.id.accountId, balance)
        }
        // The last chunk begins after 22 hours.
        if (step === 'work' && attempt === 1) run.clock.jump(11 * hour)
      },
    })
    expect((await run.outcome).outcome.status).toBe('SUCCEEDED')
    await expectSucceeded(upload)
  })
})

describe('a slow job', () => {
  test('reports chunks that begin after six hours, and continues', async () => {
    const upload = await newUpload()
    const run = machine.start(
      upload.key,
      onStep('work', () => run.clock.jump(4 * hour)),
    )
    const { outcome, metrics } = await run.outcome
    expect(outcome.status).toBe('SUCCEEDED')
    const late = { MetricName: 'LateChunks', Unit: 'Count', Value: 1 }
    expect(metrics).toEqual([{ Namespace: 'Cairn', MetricData: [late] }])
    await expectSucceeded(upload)
  })

  test('fails before its hold expires, because no chunk begins after 24 hours', async () => {
    const upload = await newUpload()
    const run = machine.start(
      upload.key,
      onStep('work', () => run.clock.jump(13 * hour)),
    )
    const { outcome, calls, states } = await run.outcome
    expect(outcome.status).toBe('FAILED')
    expect(states).toContain('Too late')
    expect(calls.filter((step) => step === 'work')).toHaveLength(2)
    await expectFailed(upload, 'timeout')
  })

  test('is ended by the timeout of the execution at the latest, and marked failed by the rule', async () => {
    const upload = await newUpload()
    const run = machine.start(
      upload.key,
      onStep('work', async () => {
        run.clock.jump(9 * 24 * hour)
        await run.clock.spend(1000)
      }),
    )
    expect((await run.outcome).outcome.status).toBe('TIMED_OUT')
    await expectFailed(upload, 'timeout')
  })

  test('can be stopped by an operator', async () => {
    const upload = await newUpload()
    const run = machine.start(
      upload.key,
      onStep('work', () => run.abort()),
    )
    expect((await run.outcome).outcome.status).toBe('ABORTED')
    await expectFailed(upload, 'stopped')
  })
})

describe('a cancelled job', () => {
  const everyMoment: [Step, number][] = [
    ['work', 3],
    ['work', 1],
    ['merge', 1],
    ['finish', 1],
  ]
  test.each(withCampaigns ? everyMoment : everyMoment.slice(0, 1))(
    'costs nothing and its run succeeds when cancelled before call %s %i',
    async (step, number) => {
      const upload = await newUpload()
      const { jobs } = await openJobContext()
      let calls = 0
      const { outcome } = await machine.run(
        upload.key,
        onStep(step, async () => {
          if (++calls !== number) return
          const from = ['running', 'merging'] as const
          await jobs.transition({ ...upload.id, from, to: 'cancelled', unlessCommitted: true })
        }),
      )
      expect(outcome.status).toBe('SUCCEEDED')
      const { job, held, charges } = await upload.look()
      expect({ state: job.state, held, charges }).toEqual({
        state: 'cancelled',
        held: 0,
        charges: [],
      })
    },
  )

  test('ends at the next attempt when cancelled while it waits for payment', async () => {
    const upload = await newUpload({ funds: 100 })
    const { jobs } = await openJobContext()
    const { outcome, milliseconds } = await machine.run(
      upload.key,
      onStep('plan', async (attempt) => {
        if (attempt !== 3) return
        await jobs.transition({ ...upload.id, from: ['payment_required'], to: 'cancelled' })
      }),
    )
    expect(outcome.status).toBe('SUCCEEDED')
    expect(milliseconds).toBe(hour / 2)
    expect((await upload.look()).job.state).toBe('cancelled')
  })
})
