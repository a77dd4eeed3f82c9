import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JobStore, jobsAccess, jobsTable } from '#places/jobs'
import { openTableJobs } from '#places/jobs/aws'
import { jobsContract } from '../../contract/jobs.ts'
import {
  etag,
  idOf,
  jobIn,
  newAccount,
  newJob,
  withSortedChunks,
} from '../../contract/jobs-fixtures.ts'
import { startDynalite, tableName } from '../../fixtures/dynamodb.ts'
import { loseEveryNinth, loseNextUpdate } from '../../fixtures/lost-replies.ts'
import { cases } from '../../setup/suite.ts'

describe('the jobs table', () => {
  const table = tableName('jobs')
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let owner: JobStore
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table, jobsTable)
    owner = openTableJobs({ table, client: dynalite.connect() })
  })
  afterAll(() => {
    owner.close()
    return dynalite.stop()
  })

  jobsContract({
    open: async (now) => openTableJobs({ table, client: dynalite.connect(), ...(now && { now }) }),
    runs: cases({ quick: 10, full: 50 }),
  })

  const counts = { matched: 7, unmatched: 2, failed: 1 }

  describe('a job store whose reply is lost', () => {
    test('returns the job for a claim that succeeded', async () => {
      const client = dynalite.connect()
      const store = openTableJobs({ table, client })
      const job = await store.create(newJob())
      loseNextUpdate(client)
      const claim = { ...idOf(job), executionId: 'run-1', inputEtag: etag }
      expect(await store.claim(claim)).toMatchObject({ state: 'planning', executionId: 'run-1' })
      store.close()
    })

    test('returns the job for a transition that happened', async () => {
      const client = dynalite.connect()
      const store = openTableJobs({ table, client })
      const job = await jobIn(store, 'planning')
      loseNextUpdate(client)
      const transition = { ...idOf(job), from: ['planning'] as const, to: 'running' as const }
      expect(await store.transition(transition)).toEqual({ ...job, state: 'running' })
      store.close()
    })

    test('does not report a transition when another change has followed it', async () => {
      const client = dynalite.connect()
      const store = openTableJobs({ table, client })
      const job = await jobIn(store, 'planning')
      loseNextUpdate(client, () =>
        owner.transition({ ...idOf(job), from: ['running'], to: 'cancelled' }),
      )
      const transition = { ...idOf(job), from: ['planning'] as const, to: 'running' as const }
      expect(await store.transition(transition)).toBeUndefined()
      expect(await store.get(idOf(job))).toMatchObject({ state: 'cancelled' })
      store.close()
    })

    test('counts a chunk once', async () => {
      const client = dynalite.connect()
      const store = openTableJobs({ table, client })
      const job = await jobIn(store, 'running')
      loseNextUpdate(client)
      const once = { ...job, counts, doneChunks: [4] }
      expect(await store.finishChunk(idOf(job), { index: 4, counts })).toEqual(once)
      expect(await store.get(idOf(job))).toEqual(once)
      store.close()
    })

    test('counts 100 chunks of parallel writers once each when every ninth reply is lost', async () => {
      const client = dynalite.connect()
      const store = openTableJobs({ table, client })
      const job = await jobIn(store, 'running')
      loseEveryNinth(client)
      const reports = Array.from({ length: 100 }, (_, index) =>
        store.finishChunk(idOf(job), { index, counts }),
      )
      await Promise.all(reports)
      expect(withSortedChunks(await owner.get(idOf(job)))).toMatchObject({
        counts: { matched: 700, unmatched: 200, failed: 100 },
        doneChunks: reports.map((_, index) => index),
      })
      store.close()
    })
  })

  describe('a job that was never counted as ended, because its process was killed,', () => {
    const limits = { maxAwaiting: 2, maxRunning: 2, maxBytes: 1e9 }
    const upload = (accountId: string) => ({
      ...newJob({ accountId }),
      uploadExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      maxBytes: 10,
    })

    test('frees its place once the place is needed, and is checked at most once a minute', async () => {
      const clock = { ms: Date.now() }
      const client = dynalite.connect()
      const store = openTableJobs({ table, client, now: () => clock.ms })
      const { accountId, jobId } = await store.create(upload(newAccount()), limits)
      await store.create(upload(accountId), limits)
      const state = (name: string) =>
        client.send(
          new UpdateCommand({
            TableName: table,
            Key: { accountId, jobId },
            UpdateExpression: 'SET #state = :state',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: { ':state': name },
          }),
        )
      const refused = { code: 'too_many_requests' }
      await expect(store.create(upload(accountId), limits)).rejects.toMatchObject(refused)
      await state('failed')
      await expect(store.create(upload(accountId), limits)).rejects.toMatchObject(refused)
      clock.ms += 60_001
      expect(await store.create(upload(accountId), limits)).toMatchObject({ accountId })
      await expect(store.create(upload(accountId), limits)).rejects.toMatchObject(refused)
      store.close()
    })
  })

  test('returns the job in one request when the reply to a failed condition contains it', async () => {
    const job = await jobIn(owner, 'running')
    const client = dynalite.connect()
    const dynamo = mockClient(client)
    const { accountId, jobId, state } = job
    const Item = {
      accountId: { S: accountId },
      jobId: { S: jobId },
      state: { S: state },
      matched: { N: '7' },
      unmatched: { N: '2' },
      failed: { N: '1' },
      doneChunks: { NS: ['4'] },
      committed: { BOOL: false },
      result: { M: { bytes: { N: '17' } } },
    }
    const failed = new ConditionalCheckFailedException({ message: '', $metadata: {}, Item })
    dynamo.on(UpdateCommand).rejects(failed)
    const store = openTableJobs({ table, client })
    const same = { accountId, jobId, state, counts, doneChunks: [4], committed: false }
    expect(await store.finishChunk(idOf(job), { index: 4, counts })).toEqual({
      ...same,
      result: { bytes: 17 },
    })
    expect(await store.finishChunk(idOf(job), { index: 5, counts })).toBeUndefined()
    expect(dynamo.calls()).toHaveLength(2)
    store.close()
  })

  test('throws service_unavailable when it does not exist', async () => {
    const store = openTableJobs({ table: 'missing', client: dynalite.connect() })
    await expect(store.get(newJob())).rejects.toMatchObject({ code: 'service_unavailable' })
    await expect(store.create(newJob())).rejects.toMatchObject({ code: 'service_unavailable' })
    store.close()
  })

  describe('the exact access of a role', () => {
    /** Opens a store that refuses all actions except those granted to the role. */
    const openAs = (role: keyof typeof jobsAccess) => {
      const client = dynalite.connect()
      const used = new Set<string>()
      const actions: readonly string[] = jobsAccess[role]
      client.middlewareStack.add(
        (next, context) => (args) => {
          // The document client calls an UpdateItemCommand UpdateCommand.
          const name = `dynamodb:${context.commandName?.replace(/Command$/, '')}`
          const action = actions.find((each) => each === name || each === `${name}Item`)
          if (!action) throw Object.assign(new Error(name), { name: 'AccessDeniedException' })
          used.add(action)
          return next(args)
        },
        { step: 'initialize' },
      )
      return { store: openTableJobs({ table, client }), used }
    }

    test('lets operate create, show, list and cancel jobs', async () => {
      const { store, used } = openAs('operate')
      const job = await store.create(newJob())
      await store.create(job)
      await store.list(job.accountId, { limit: 1 })
      expect(
        await store.transition({ ...idOf(job), from: ['awaiting_upload'], to: 'cancelled' }),
      ).toMatchObject({ state: 'cancelled' })
      expect([...used].sort()).toEqual([...jobsAccess.operate].sort())
      store.close()
    })

    test('lets plan create and claim jobs and change their states', async () => {
      const { store, used } = openAs('plan')
      await store.create(await jobIn(store, 'running'))
      expect([...used].sort()).toEqual([...jobsAccess.plan].sort())
      await expect(store.list('a', { limit: 1 })).rejects.toMatchObject({
        code: 'service_unavailable',
      })
      store.close()
    })

    test('lets list only list jobs', async () => {
      const job = await owner.create(newJob())
      const { store, used } = openAs('list')
      expect(await store.list(job.accountId, { limit: 100 })).toContainEqual(job)
      expect([...used].sort()).toEqual([...jobsAccess.list].sort())
      await expect(store.get(idOf(job))).rejects.toMatchObject({ code: 'service_unavailable' })
      store.close()
    })

    test('lets the later steps count chunks and change states', async () => {
      const job = await jobIn(owner, 'running')
      const { store, used } = openAs('advance')
      await store.finishChunk(idOf(job), { index: 0, counts })
      await store.transition({ ...idOf(job), from: ['running'], to: 'merging' })
      await store.get(idOf(job))
      expect([...used].sort()).toEqual([...jobsAccess.advance].sort())
      await expect(store.create(newJob())).rejects.toMatchObject({ code: 'service_unavailable' })
      store.close()
    })
  })
})
