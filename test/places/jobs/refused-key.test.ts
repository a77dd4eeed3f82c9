import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FinishOutput, finish, jobsTable, merge, plan, work } from '#places/jobs'
import { openTableJobs } from '#places/jobs/aws'
import { openTableAccounts } from '#platform/accounts/aws'
import { startDynalite, tableName } from '../../fixtures/dynamodb.ts'
import {
  addKey,
  type BenchStores,
  chunksOf,
  drop,
  type JobBench,
  jobBench,
  run,
  upload,
} from '../../fixtures/jobs.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

const tables = { accounts: tableName('accounts'), jobs: tableName('jobs') }
let dynalite: Awaited<ReturnType<typeof startDynalite>>
beforeAll(async () => {
  dynalite = await startDynalite()
  await dynalite.createTable(tables.accounts)
  await dynalite.createTable(tables.jobs, jobsTable)
  dynalite.followLedger(tables.accounts)
})
afterAll(() => dynalite.stop())

const openStores = {
  files: () => undefined,
  tables: (): BenchStores => ({
    accounts: openTableAccounts({ table: tables.accounts, client: dynalite.connect() }),
    jobs: openTableJobs({ table: tables.jobs, client: dynalite.connect() }),
  }),
}

let bench: JobBench

/** Three chunks: over 1 MB of empty lines ends each. */
const file = `city\n${Array(3).fill('Brumeville').join('\n'.repeat(1_100_000))}`

const refusals = [
  ['suspended', 'API key is suspended'],
  ['revoked', 'API key has been revoked'],
  ['deleted', 'Invalid API key'],
] as const

async function refuse(keyId: string, how: (typeof refusals)[number][0]) {
  if (how === 'deleted') await bench.accounts.deleteKey(keyId)
  else await bench.accounts.setKeyState(keyId, how)
}

/** Returns the state of a job and the balance of its account, as the owner sees them. */
async function outcome(jobId: string) {
  const { accountId } = bench
  const { state, failure, charged, result } = (await bench.jobs.get({ accountId, jobId }))!
  const { balance, held } = (await bench.accounts.getAccount(accountId))!
  return { state, failure, charged, result, balance, held }
}

const failed = (message: string) => ({
  state: 'failed',
  failure: {
    error: 'forbidden',
    message: `The job cannot be paid for: ${message}. Nothing was charged.`,
  },
  charged: 0,
  balance: 1_000_000_000,
  held: 0,
})

describe.each(['files', 'tables'] as const)('with accounts and jobs in %s', (kind) => {
  beforeEach(async () => {
    const stores = openStores[kind]()
    bench = await jobBench(await gazetteerOf(towns), { ...(stores && { stores }) })
  })
  afterEach(() => bench.close())

  describe.each(refusals)('a key that is %s', (how, message) => {
    test('ends its running job at the next chunk and refunds the price', async () => {
      const start = await upload(bench, file)
      const planned = await plan(start, bench.context)
      if (planned.status !== 'running') throw new Error(planned.status)
      const [first, second, third] = await chunksOf(bench.context, planned.chunksKey)
      expect(await work({ ...start.id, chunk: first! }, bench.context)).toEqual({ status: 'done' })
      expect(await outcome(start.id.jobId)).toMatchObject({ state: 'running', held: 600 })
      await refuse(bench.keyId, how)
      const opened: string[] = []
      const context = {
        ...bench.context,
        openPlaces: async (build: string) => {
          opened.push(build)
          return await bench.context.openPlaces(build, '')
        },
      }
      for (const chunk of [second!, third!]) {
        expect(await work({ ...start.id, chunk }, context)).toEqual({ status: 'ended' })
      }
      expect(opened).toEqual([])
      expect(await merge(start.id, bench.context)).toEqual({ status: 'ended' })
      expect(await finish({ ...start.id, executionId: start.executionId }, bench.context)).toEqual({
        status: 'ended' satisfies FinishOutput['status'],
      })
      expect(await outcome(start.id.jobId)).toMatchObject(failed(message))
    })

    test('leaves no result and no charge when it is refused before the result is final', async () => {
      const start = await upload(bench, 'city\nBrumeville\n')
      const planned = await plan(start, bench.context)
      if (planned.status !== 'running') throw new Error(planned.status)
      const [chunk] = await chunksOf(bench.context, planned.chunksKey)
      await work({ ...start.id, chunk: chunk! }, bench.context)
      await merge(start.id, bench.context)
      await refuse(bench.keyId, how)
      const last = { ...start.id, executionId: start.executionId }
      expect(await finish(last, bench.context)).toEqual({ status: 'failed' })
      expect(await finish(last, bench.context)).toEqual({ status: 'ended' })
      expect(await outcome(start.id.jobId)).toMatchObject(failed(message))
      for await (const { key } of bench.files.list('jobs/out/')) expect.fail(key)
    })

    test('fails the job without reading its file when it is refused before the plan', async () => {
      const start = await upload(bench, file)
      await refuse(bench.keyId, how)
      const read: string[] = []
      const files = new Proxy(bench.files, {
        get(target, name) {
          if (name === 'get') read.push(name)
          const value = Reflect.get(target, name)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      expect(await plan(start, { ...bench.context, files })).toEqual({ status: 'ended' })
      expect(read).toEqual([])
      expect(await outcome(start.id.jobId)).toMatchObject(failed(message))
    })
  })

  test('delivers and charges a final result even when the key is revoked', async () => {
    const start = await upload(bench, 'city\nBrumeville\n')
    const planned = await plan(start, bench.context)
    if (planned.status !== 'running') throw new Error(planned.status)
    const [chunk] = await chunksOf(bench.context, planned.chunksKey)
    await work({ ...start.id, chunk: chunk! }, bench.context)
    await merge(start.id, bench.context)
    const from = ['merging'] as const
    await bench.jobs.transition({ ...start.id, from, to: 'merging', set: { committed: true } })
    await bench.accounts.setKeyState(bench.keyId, 'revoked')
    const last = { ...start.id, executionId: start.executionId }
    expect(await finish(last, bench.context)).toEqual({ status: 'succeeded' })
    expect(await outcome(start.id.jobId)).toMatchObject({
      state: 'succeeded',
      charged: 200,
      held: 0,
    })
  })

  test('fails a dropped file when its chosen key is revoked, even if another key is active', async () => {
    const start = await drop(bench, 'a.csv', 'city\nBrumeville\n')
    const planned = await plan(start, bench.context)
    if (planned.status !== 'running') throw new Error(planned.status)
    await addKey(bench.accounts, bench.accountId)
    await bench.accounts.setKeyState(bench.keyId, 'revoked')
    expect(await run(bench.context, start)).toBe('ended')
    expect(await outcome(planned.jobId)).toMatchObject(failed('API key has been revoked'))
  })
})
