import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountStore } from '#platform/accounts'
import { openTableAccounts } from '#platform/accounts/aws'
import { charge, ledgerOf, openAccount, price } from '../../contract/accounts-fixtures.ts'
import { chargeFor, invocationOf } from '../../contract/accounts-idempotency.ts'
import { startDynalite, tableName } from '../../fixtures/dynamodb.ts'
import { loseUpdates } from '../../fixtures/lost-replies.ts'

const answer = Buffer.from('{"route":1}')

/** The points between the writes of a call with an idempotency key at which its function may die. */
describe('a call with an idempotency key whose function dies', () => {
  const table = tableName('idempotency')
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let store: AccountStore
  let account: Awaited<ReturnType<typeof openAccount>>
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
    dynalite.followLedger(table)
    store = openTableAccounts({ table, client: dynalite.connect() })
  })
  beforeEach(async () => {
    account = await openAccount(store, 1_000_000)
  })
  afterAll(() => {
    store.close()
    return dynalite.stop()
  })

  const charges = async (requestId: string) =>
    (await ledgerOf(store, account.accountId)).filter((row) => row.requestId === requestId)
  const begin = (facts = {}) => {
    const call = invocationOf(account, { key: 'k', ...facts })
    return store.idempotency.begin(call).then((beginning) => ({ call, ...beginning }))
  }
  const dying = { lockMs: -1 }

  test('leaves the next call to be the first when it dies after writing the record', async () => {
    const dead = await begin(dying)
    expect(dead.kind).toBe('first')
    expect((await begin()).kind).toBe('first')
  })

  test.each([0, 31, 40, 450])(
    'leaves the next call paid when it dies after the charge, with %i other moves since',
    async (others) => {
      const { call } = await begin(dying)
      await charge(store, account, price, call.requestId)
      for (let done = 0; done < others; done += 50) {
        await Promise.all(
          Array.from({ length: Math.min(50, others - done) }, () => charge(store, account, 1)),
        )
      }
      const next = await begin()
      expect(next.kind).toBe('paid')
      await store.idempotency.keep(next.call, answer)
      expect((await begin()).kind).toBe('answered')
      expect(await charges(call.requestId)).toHaveLength(1)
    },
    60_000,
  )

  test('leaves the next call to be the first when it dies uncharged, after 450 other moves and 10 hours', async () => {
    for (let i = 0; i < 3; i++) await charge(store, account, 1)
    const { call } = await begin(dying)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 3_600_000 })
    for (let done = 0; done < 450; done += 50) {
      await Promise.all(Array.from({ length: 50 }, () => charge(store, account, 1)))
    }
    expect((await begin()).kind).toBe('first')
    vi.useRealTimers()
    expect(await charges(call.requestId)).toHaveLength(0)
  }, 60_000)

  test('is refused its charge when the charge arrives after the next call has begun', async () => {
    const { call: late } = await begin(dying)
    const { call: next, kind } = await begin()
    expect(kind).toBe('first')
    await expect(chargeFor(store, account, late, answer)).rejects.toMatchObject({ status: 503 })
    await store.idempotency.end(late)
    await chargeFor(store, account, next, answer)
    expect(await charges(late.requestId)).toHaveLength(0)
    expect(await charges(next.requestId)).toHaveLength(1)
    expect((await begin()).kind).toBe('answered')
  })

  test('lets the next call find out at once when it cannot tell whether its charge was made', async () => {
    for (const applied of [true, false]) {
      account = await openAccount(store, 1_000_000)
      const client = dynalite.connect()
      const unlucky = openTableAccounts({ table, client })
      const call = invocationOf(account, { key: 'k' })
      expect(await unlucky.idempotency.begin(call)).toEqual({ kind: 'first' })
      // The charge itself, and each attempt to void it.
      loseUpdates(client, { count: 8, applied })
      const charged = chargeFor(unlucky, account, call, answer)
      const outcome = await charged.then(
        () => 'charged',
        () => 'unknown',
      )
      await unlucky.idempotency.end(call).catch(() => {})
      const next = await begin()
      const isCharged = (await charges(call.requestId)).length > 0
      if (outcome === 'unknown') expect(next.kind).toBe(isCharged ? 'paid' : 'first')
      else expect(isCharged).toBe(true)
      unlucky.close()
    }
  }, 60_000)

  test('returns its answer and leaves the next call paid when it dies while updating the record', async () => {
    const client = dynalite.connect()
    const unlucky = openTableAccounts({ table, client })
    const call = invocationOf(account, { key: 'k', lockMs: 2000 })
    await unlucky.idempotency.begin(call)
    const handler = client.config.requestHandler
    const handle = handler.handle.bind(handler)
    handler.handle = async (request, options) => {
      const { headers, body } = request as { headers: Record<string, string>; body: string }
      const isRecord = Buffer.from(body).includes('IDEMPOTENCY#')
      if (isRecord && headers['x-amz-target']?.endsWith('.PutItem')) {
        throw Object.assign(new Error('gone'), { name: 'TimeoutError' })
      }
      return await handle(request, options)
    }
    expect(await chargeFor(unlucky, account, call, answer)).toMatchObject({
      balance: 1_000_000 - price,
    })
    unlucky.close()
    await vi.waitFor(async () => expect((await begin()).kind).toBe('paid'), {
      timeout: 10_000,
      interval: 200,
    })
    expect(await charges(call.requestId)).toHaveLength(1)
  }, 30_000)

  test('leaves the next call answered when it dies after keeping the answer, before updating the record', async () => {
    const client = dynalite.connect()
    const unlucky = openTableAccounts({ table, client })
    const call = invocationOf(account, { key: 'k', ...dying })
    await unlucky.idempotency.begin(call)
    const handler = client.config.requestHandler
    const handle = handler.handle.bind(handler)
    handler.handle = async (request, options) => {
      const { headers, body } = request as { headers: Record<string, string>; body: string }
      const isRecord = Buffer.from(body).includes('IDEMPOTENCY#')
      if (isRecord && headers['x-amz-target']?.endsWith('.UpdateItem')) {
        throw Object.assign(new Error('gone'), { name: 'TimeoutError' })
      }
      return await handle(request, options)
    }
    await chargeFor(unlucky, account, call, answer)
    unlucky.close()
    expect((await begin()).kind).toBe('answered')
    expect(await charges(call.requestId)).toHaveLength(1)
  })
})
