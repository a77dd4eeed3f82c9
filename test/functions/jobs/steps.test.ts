import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publish, removeBuild } from '#ground/dataset'
import { type JobId, makeUploadKey, type PlanOutput } from '#places/jobs'
import { JobRequest } from '#places/jobs/schemas'
import { logger } from '#platform/api'
import { openStorage } from '#platform/storage'
import { handler as finish } from '../../../functions/jobs/finish/handler.ts'
import { openJobContext } from '../../../functions/jobs/job-context.ts'
import { handler as merge } from '../../../functions/jobs/merge/handler.ts'
import { handler as plan } from '../../../functions/jobs/plan/handler.ts'
import { handler as work } from '../../../functions/jobs/work/handler.ts'
import { newJob } from '../../contract/jobs-fixtures.ts'
import { builds, publishTown } from '../../fixtures/job-region.ts'
import { addKey, chunksOf } from '../../fixtures/jobs.ts'
import { writeBuild } from '../../ground/dataset/builds.ts'

let home: string
let warnings: unknown[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cairn-steps-'))
  vi.stubEnv('CAIRN_HOME', home)
  vi.stubEnv('REGION', 'island')
  warnings = []
  vi.spyOn(logger, 'warn').mockImplementation((...line) => {
    warnings.push(line[0])
  })
})
afterEach(async () => {
  const { jobs, accounts } = await openJobContext()
  jobs.close()
  accounts.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(home, { recursive: true })
})

const executionId = 'arn:aws:states:eu-central-1:111111111111:execution:CairnJobs:run-1'

/** Creates a job with its upload. */
async function newUpload(text = 'locality\nBrumeville\nNevermore\n') {
  const { jobs, files, accounts } = await openJobContext()
  const { accountId } = await accounts.createAccount({ balance: 1_000_000 })
  const { keyId } = await addKey(accounts, accountId)
  const job = await jobs.create({
    ...newJob({ accountId }),
    keyId,
    region: process.env.REGION || 'demo',
    request: JobRequest.parse({}),
  })
  const id: JobId = { accountId, jobId: job.jobId }
  await files.put(makeUploadKey(id), text)
  const outcome = async () => {
    const { counts, state, failure, charged } = (await jobs.get(id))!
    const { balance, held } = (await accounts.getAccount(accountId))!
    return { counts, state, failure, charged, balance, held }
  }
  return { id, key: makeUploadKey(id), outcome }
}

const running = (planned: PlanOutput) => planned as Extract<PlanOutput, { accountId: string }>

/** Works on the planned chunks. */
async function workOn(planned: PlanOutput) {
  const { accountId, jobId, chunksKey } = running(planned)
  const chunks = await chunksOf(await openJobContext(), chunksKey)
  return Promise.all(chunks.map((chunk) => work({ accountId, jobId, chunk })))
}

describe('the functions of the steps', () => {
  test('run a job on the stores of the environment, at the price of a batch item', async () => {
    await publishTown(home)
    const { id, key, outcome } = await newUpload()
    expect(await workOn(await plan({ key, executionId }))).toEqual([{ status: 'done' }])
    expect(await merge(id)).toEqual({ status: 'merged' })
    expect(await finish({ ...id, executionId })).toEqual({ status: 'succeeded' })
    expect(await outcome()).toMatchObject({
      state: 'succeeded',
      counts: { matched: 1, unmatched: 1, failed: 0 },
      charged: 400,
      balance: 999_600,
      held: 0,
    })
  })

  test('answer all rows of a job from the build that was current when it began', async () => {
    await publishTown(home)
    const { key, outcome } = await newUpload()
    const planned = await plan({ key, executionId })
    await publishTown(home, { build: builds[1], town: 'Nevermore Nowhere' })
    await workOn(planned)
    expect(await outcome()).toMatchObject({ counts: { matched: 1, unmatched: 1 } })
  })

  test('answer a job from its own region, whatever region the process serves', async () => {
    await publishTown(home)
    const { id, key, outcome } = await newUpload()
    vi.stubEnv('REGION', 'elsewhere')
    expect(await workOn(await plan({ key, executionId }))).toEqual([{ status: 'done' }])
    await merge(id)
    await finish({ ...id, executionId })
    expect(await outcome()).toMatchObject({ state: 'succeeded', counts: { matched: 1 } })
  })

  test('fail a job with a message for its owner when its build has been removed', async () => {
    await publishTown(home)
    const { key, outcome } = await newUpload()
    const planned = await plan({ key, executionId })
    await publishTown(home, { build: builds[2] })
    await removeBuild(await openStorage(), 'island', builds[0])
    expect(await workOn(planned)).toEqual([{ status: 'ended' }])
    const { state, failure, balance, held } = await outcome()
    expect({ state, balance, held }).toEqual({ state: 'failed', balance: 1_000_000, held: 0 })
    expect(failure).toMatchObject({ error: 'data_unavailable' })
    expect(failure?.message).toMatch(/removed before it was done/)
    expect(warnings).toEqual(['the build of a job is gone'])
  })

  test('fail a job in a region that was built without places, with the reason', async () => {
    const storage = await openStorage()
    await writeBuild(storage, 'island', builds[0], { 'routing.tar': Buffer.of(1) })
    await publish(storage, 'island', builds[0])
    const { key, outcome } = await newUpload()
    expect(await workOn(await plan({ key, executionId }))).toEqual([{ status: 'ended' }])
    expect(await outcome()).toMatchObject({
      state: 'failed',
      failure: { error: 'data_unavailable', message: expect.stringMatching(/no index of places/) },
      balance: 1_000_000,
    })
  })

  test('report a transient fault as StepUnavailable, so that the step is tried again', async () => {
    const { key } = await newUpload()
    // No build is published.
    await expect(plan({ key, executionId })).rejects.toMatchObject({ name: 'StepUnavailable' })
  })

  test('report other faults under their own names', async () => {
    await expect(work({ accountId: 'a' } as never)).rejects.not.toMatchObject({
      name: 'StepUnavailable',
    })
  })
})

describe('the event of an unsuccessful run', () => {
  const event = (detail: object) => ({
    detail: { executionArn: executionId, status: 'FAILED', ...detail },
  })

  test.each([
    ['FAILED', { error: 'TypeError', cause: 'x is not a function' }, 'internal_error'],
    ['ABORTED', {}, 'stopped'],
    ['TIMED_OUT', { error: null, cause: null }, 'timeout'],
  ])('fails the job and releases its hold when the status is %s', async (status, detail, error) => {
    await publishTown(home)
    const { key, outcome } = await newUpload()
    await plan({ key, executionId })
    expect(await outcome()).toMatchObject({ state: 'running', held: 400 })
    const input = JSON.stringify({ key, size: 31, etag: 'x' })
    expect(await finish(event({ status, input, ...detail }))).toEqual({ status: 'failed' })
    const { failure, ...rest } = await outcome()
    expect(rest).toMatchObject({ state: 'failed', balance: 1_000_000, held: 0, charged: 0 })
    expect(failure?.error).toBe(error)
    expect(JSON.stringify(failure)).not.toContain('not a function')
    expect(await finish(event({ status, input }))).toEqual({ status: 'ended' })
  })

  test('leaves the job alone when it belongs to another run', async () => {
    await publishTown(home)
    const { key, outcome } = await newUpload()
    await plan({ key, executionId })
    const other = { executionArn: `${executionId}-2`, input: JSON.stringify({ key }) }
    expect(await finish(event(other))).toEqual({ status: 'ended' })
    expect(await outcome()).toMatchObject({ state: 'running', held: 400 })
  })

  test.each([[undefined], [null], ['{}'], ['{"key": 7}'], ['{"key": "other/x"}']])(
    'ends no job when the input is %s',
    async (input) => {
      expect(await finish(event({ input }))).toEqual({ status: 'ended' })
    },
  )
})
