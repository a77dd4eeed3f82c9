import { afterAll, beforeAll, expect, test } from 'vitest'
import { finish, makeHoldId, merge, plan, work } from '#places/jobs'
import { unavailable } from '#platform/errors'
import {
  chunksOf,
  drop,
  failing,
  type JobBench,
  jobBench,
  run,
  upload,
} from '../../fixtures/jobs.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

let bench: JobBench
beforeAll(async () => {
  bench = await jobBench(await gazetteerOf(towns))
})
afterAll(() => bench.close())

const file = 'city\nBrumeville\n'

test.each([
  ['States.Timeout', 'timeout', /took too long/],
  ['Sandbox.Timedout', 'timeout', /took too long/],
  ['JobTimeout', 'timeout', /took too long/],
  ['ABORTED', 'stopped', /was stopped/],
  ['payment_required', 'payment_required', /balance did not cover/],
  ['TypeError', 'internal_error', /failed on our side/],
])('fails the job and releases its hold when a run failed by %s', async (error, code, message) => {
  const start = await upload(bench, file)
  await plan(start, bench.context)
  const before = (await bench.accounts.getAccount(bench.accountId))!
  expect(before.held).toBe(200)
  const input = {
    ...start.id,
    executionId: start.executionId,
    failure: { error, cause: 'secret' },
  }
  expect(await finish(input, bench.context)).toEqual({ status: 'failed' })
  expect(await finish(input, bench.context)).toEqual({ status: 'ended' })
  const { failure, state } = (await bench.jobs.get(start.id))!
  expect([state, failure?.error]).toEqual(['failed', code])
  expect(failure?.message).toMatch(message)
  expect(failure?.message).toMatch(/ Nothing was charged\.$/)
  expect(JSON.stringify(failure)).not.toContain('secret')
  expect(await bench.accounts.getAccount(bench.accountId)).toMatchObject({
    held: 0,
    balance: before.balance + 200,
  })
})

test.each(['upload', 'dropped file'])(
  'fails a job by the key of its %s when the run failed before it knew the job',
  async (way) => {
    const start = await (way === 'upload' ? upload(bench, file) : drop(bench, 'a.csv', file))
    const { context } = bench
    const stuck = {
      ...context,
      files: failing(bench.files, 'get', new Error('down')),
    }
    await expect(plan(start, stuck)).rejects.toThrow('down')
    const failed = { key: start.key, executionId: start.executionId, failure: { error: 'Error' } }
    expect(await finish(failed, context)).toEqual({ status: 'failed' })
  },
)

test('keeps a job running when a second run of the same file fails', async () => {
  const start = await upload(bench, file)
  await plan(start, bench.context)
  const other = { key: start.key, executionId: 'other', failure: { error: 'Error' } }
  expect(await finish(other, bench.context)).toEqual({ status: 'ended' })
  expect((await bench.jobs.get(start.id))!.state).toBe('running')
})

test('fails the job before any work when its key is suspended', async () => {
  const start = await upload(bench, file)
  const { keyId } = (await bench.jobs.get(start.id))!
  await bench.accounts.setKeyState(keyId, 'suspended')
  expect(await run(bench.context, start)).toBe('ended')
  await bench.accounts.setKeyState(keyId, 'active')
  expect((await bench.jobs.get(start.id))!).toMatchObject({
    state: 'failed',
    failure: { error: 'forbidden', message: expect.stringContaining('suspended') },
  })
})

test.each(['replaced', 'deleted'])(
  'fails the job when its file is %s during the work',
  async (how) => {
    const start = await upload(bench, file)
    const planned = await plan(start, bench.context)
    if (planned.status !== 'running') throw new Error(planned.status)
    const [chunk] = await chunksOf(bench.context, planned.chunksKey)
    if (how === 'deleted') await bench.files.delete(start.key)
    else await bench.files.put(start.key, file)
    expect(await work({ ...start.id, chunk: chunk! }, bench.context)).toEqual({ status: 'ended' })
    expect(await merge(start.id, bench.context)).toEqual({ status: 'ended' })
    expect((await bench.jobs.get(start.id))!).toMatchObject({
      state: 'failed',
      failure: { error: 'file_changed', message: expect.stringContaining(how) },
    })
  },
)

test('answers all rows from the build that was current at the plan', async () => {
  const start = await upload(bench, file)
  const planned = await plan(start, bench.context)
  if (planned.status !== 'running') throw new Error(planned.status)
  const [chunk] = await chunksOf(bench.context, planned.chunksKey)
  const opened: string[] = []
  const later = {
    ...bench.context,
    currentBuild: async () => 'build-2',
    openPlaces: async (build: string) => {
      opened.push(build)
      return bench.context.openPlaces(build, '')
    },
  }
  expect(await plan(start, later)).toEqual(planned)
  await work({ ...start.id, chunk: chunk! }, later)
  expect(opened).toEqual(['build-1'])
})

test('answers a job that waited for payment from the build that is current when it is paid', async () => {
  const poor = await jobBench((await bench.context.openPlaces('', ''))[0]!, { balance: 1 })
  const start = await upload(poor, file)
  expect((await plan(start, poor.context)).status).toBe('payment_required')
  await poor.accounts.topUp(poor.accountId, 1000)
  const opened: string[] = []
  const later = {
    ...poor.context,
    currentBuild: async () => 'build-2',
    openPlaces: async (build: string) => {
      opened.push(build)
      return poor.context.openPlaces(build, '')
    },
  }
  expect(await run(later, start)).toBe('succeeded')
  expect(opened).toEqual(['build-2'])
  poor.close()
})

test('fails the step when a store cannot be read, but only the row when a search has a bug', async () => {
  const start = await upload(bench, `${file}""\n`)
  const planned = await plan(start, bench.context)
  if (planned.status !== 'running') throw new Error(planned.status)
  const [chunk] = await chunksOf(bench.context, planned.chunksKey)
  const [places] = await bench.context.openPlaces('', '')
  const without = (error: Error) => ({
    ...bench.context,
    openPlaces: async () => [failing(places!, 'places', error)],
  })
  await expect(work({ ...start.id, chunk: chunk! }, without(unavailable('down')))).rejects.toThrow()
  expect((await bench.jobs.get(start.id))!.doneChunks).toEqual([])
  const faults: unknown[] = []
  const broken = {
    ...without(new TypeError('x is no function')),
    onFault: (fault: unknown) => faults.push(fault),
  }
  await work({ ...start.id, chunk: chunk! }, broken)
  expect((await bench.jobs.get(start.id))!.counts).toEqual({ matched: 0, unmatched: 0, failed: 2 })
  expect(faults).toEqual([{ jobId: start.id.jobId, error: expect.any(TypeError) }])
})

/** Returns a merged job whose hold was released, as when a hold expires. */
async function withoutHold(account: JobBench) {
  const start = await upload(account, file)
  const planned = await plan(start, account.context)
  if (planned.status !== 'running') throw new Error(planned.status)
  const [chunk] = await chunksOf(account.context, planned.chunksKey)
  await work({ ...start.id, chunk: chunk! }, account.context)
  await merge(start.id, account.context)
  await account.accounts.release({
    accountId: account.accountId,
    holdId: makeHoldId(start.id.jobId),
  })
  return start
}

test('charges a job with an expired hold from the balance, once', async () => {
  const account = await jobBench((await bench.context.openPlaces('', ''))[0]!, { balance: 300 })
  const start = await withoutHold(account)
  const finishing = { ...start.id, executionId: start.executionId }
  const lost = {
    ...account.context,
    files: failing(account.files, 'delete', unavailable(new Error('after the charge'))),
  }
  await expect(finish(finishing, lost)).rejects.toThrow()
  expect(await finish(finishing, account.context)).toEqual({ status: 'succeeded' })
  expect(await account.accounts.getAccount(account.accountId)).toMatchObject({
    balance: 100,
    held: 0,
  })
  account.close()
})

test('fails a job with an expired hold when the balance no longer covers it', async () => {
  const account = await jobBench((await bench.context.openPlaces('', ''))[0]!, { balance: 300 })
  const start = await withoutHold(account)
  const { accountId, keyId } = account
  await account.accounts.charge({
    accountId,
    keyId,
    requestId: 'other',
    operation: 'x',
    amount: 200,
  })
  const finishing = { ...start.id, executionId: start.executionId }
  expect(await finish(finishing, account.context)).toEqual({ status: 'failed' })
  const job = (await account.jobs.get(start.id))!
  expect(job).toMatchObject({ state: 'failed', charged: 0, failure: { error: 'payment_required' } })
  expect(await account.files.head(job.result!.key)).toBeUndefined()
  expect(await account.accounts.getAccount(accountId)).toMatchObject({ balance: 100, held: 0 })
  account.close()
})

test('does not fail a job whose result became final in the meantime', async () => {
  const start = await upload(bench, file)
  const planned = await plan(start, bench.context)
  if (planned.status !== 'running') throw new Error(planned.status)
  const [chunk] = await chunksOf(bench.context, planned.chunksKey)
  await work({ ...start.id, chunk: chunk! }, bench.context)
  await merge(start.id, bench.context)
  const seen = await bench.jobs.get(start.id)
  await bench.jobs.transition({
    ...start.id,
    from: ['merging'],
    to: 'merging',
    set: { committed: true },
  })
  // A store that returns an outdated job.
  const jobs = new Proxy(bench.jobs, {
    get: (target, name) =>
      name === 'get' ? async () => seen : Reflect.get(target, name).bind(target),
  })
  const input = { ...start.id, executionId: start.executionId, failure: { error: 'Error' } }
  expect(await finish(input, { ...bench.context, jobs })).toEqual({ status: 'ended' })
  expect((await bench.jobs.get(start.id))!.state).toBe('merging')
  expect(await finish(input, bench.context)).toEqual({ status: 'succeeded' })
})

test('lets the hold of a job expire 26 hours after the plan', async () => {
  const start = await upload(bench, file)
  await plan(start, { ...bench.context, now: () => new Date('2026-01-01T00:00:00Z') })
  const holds = await bench.accounts.holds(bench.accountId)
  const hold = holds.find(({ holdId }) => holdId === makeHoldId(start.id.jobId))
  expect(hold).toMatchObject({ amount: 200, expiresAt: '2026-01-02T02:00:00.000Z' })
})
