import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Hold, hashKey, makeHint, makeKey } from '#platform/accounts'
import { openTableAccounts, openTableLedger } from '#platform/accounts/aws'
import { ledgerOf, openAccount } from '../../contract/accounts-fixtures.ts'
import { startDynalite, tableName } from '../../fixtures/dynamodb.ts'

describe('the accounts table after interrupted requests', () => {
  const table = tableName('accounts')
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
  })
  afterAll(() => dynalite.stop())

  const open = () => openTableAccounts({ table, client: dynalite.connect() })

  /** Opens a store that dies before its request number `count`: neither that request nor any later one is sent. */
  const openUntil = (count: number) => {
    const client = dynalite.connect({ maxAttempts: 1 })
    let sent = 0
    client.middlewareStack.add(
      (next) => (args) => {
        if (sent++ >= count) throw new Error('the process is gone')
        return next(args)
      },
      { step: 'initialize' },
    )
    return openTableAccounts({ table, client })
  }

  /** Opens a store that loses every reply once: the request takes effect, and the client repeats it. */
  const openForgetful = () => {
    const client = dynalite.connect()
    const handler = client.config.requestHandler
    const handle = handler.handle.bind(handler)
    let requests = 0
    handler.handle = async (...args) => {
      const reply = await handle(...args)
      if (requests++ % 2 === 0) {
        throw Object.assign(new Error('the reply is lost'), { name: 'TimeoutError' })
      }
      return reply
    }
    return { store: openTableAccounts({ table, client }), requests: () => requests }
  }

  test.each([0, 1, 2])(
    'does not accept a key whose creation stops after %i writes',
    async (count) => {
      const store = open()
      const { accountId } = await store.createAccount({ balance: 0 })
      const key = makeKey()
      const made = { accountId, keySha256: hashKey(key), hint: makeHint(key) }
      await expect(openUntil(count).addKey(made)).rejects.toMatchObject({
        code: 'service_unavailable',
      })
      expect(await store.authenticate(made.keySha256)).toBeUndefined()
      expect(await store.listKeys(accountId)).toEqual([])
      store.close()
    },
  )

  test.each([2, 3])(
    'rejects a key whose deletion stops after %i requests, and can delete it again',
    async (count) => {
      const store = open()
      const { accountId, keyId, sha256 } = await openAccount(store, 0)
      await expect(openUntil(count).deleteKey(keyId)).rejects.toMatchObject({
        code: 'service_unavailable',
      })
      expect(await store.authenticate(sha256)).toBeUndefined()
      expect(await store.listKeys(accountId)).toEqual([])
      await store.deleteKey(keyId)
      await expect(store.deleteKey(keyId)).rejects.toMatchObject({ code: 'not_found' })
      store.close()
    },
  )

  test('does not list an account whose creation stops half-way, and can create it again', async () => {
    const store = open()
    const account = { accountId: 'half', balance: 5 }
    await expect(openUntil(1).createAccount(account)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    expect(await store.getAccount('half')).toBeUndefined()
    expect((await store.listKeys()).filter(({ accountId }) => accountId === 'half')).toEqual([])
    expect(await store.createAccount(account)).toMatchObject(account)
    store.close()
  })

  test('does not overwrite a ledger row when its record is delivered again', async () => {
    const ledger = openTableLedger({ table, client: dynalite.connect() })
    const store = open()
    const row = {
      accountId: 'twice',
      sequence: 1,
      kind: 'credit',
      amount: 5,
      balanceAfter: 5,
    } as const
    await ledger.append({ ...row, at: '2026-01-01T00:00:00.000Z' })
    await ledger.append({ ...row, at: '2026-01-02T00:00:00.000Z' })
    expect(await ledgerOf(store, 'twice')).toEqual([{ ...row, at: '2026-01-01T00:00:00.000Z' }])
    store.close()
  })

  test('applies requests once when their reply is lost', async () => {
    const { store, requests } = openForgetful()
    const { accountId, keyId, sha256 } = await openAccount(store, 1000)
    const charge = { accountId, keyId, requestId: 'r', operation: 'routing/route', amount: 300 }
    const before = requests()
    expect(await store.charge(charge)).toEqual({ balance: 700 })
    // Two updates, and a read for the reason, which dynalite omits from the reply; possibly each of them twice.
    expect(requests() - before).toBeGreaterThanOrEqual(2)
    expect(await store.topUp(accountId, 50)).toMatchObject({ balance: 750 })
    expect(await store.setGrant(accountId, 'predict', true)).toMatchObject({ grants: ['predict'] })
    expect(await store.setKeyState(keyId, 'suspended')).toMatchObject({ state: 'suspended' })
    expect(await store.authenticate(sha256)).toMatchObject({
      state: 'suspended',
      caller: { balance: 750 },
    })
    await store.deleteKey(keyId)
    expect(await store.listKeys(accountId)).toEqual([])
    store.close()
  })

  test('makes and closes holds once when their replies are lost', async () => {
    const { store } = openForgetful()
    const { accountId, keyId } = await openAccount(store, 1000)
    const hold = { accountId, keyId, operation: 'geocoding/batch', amount: 300 }
    const [first, second] = ['hold_1', 'hold_2'].map((holdId) => ({ ...hold, holdId })) as [
      Hold,
      Hold,
    ]
    expect(await store.hold(first)).toEqual({ balance: 700 })
    expect(await store.hold(second)).toEqual({ balance: 400 })
    expect(await store.capture({ ...first, amount: 200 })).toEqual({ balance: 500 })
    expect(await store.release(second)).toEqual({ balance: 800 })
    expect(await store.getAccount(accountId)).toMatchObject({ balance: 800, held: 0 })
    expect(await store.holds(accountId)).toEqual([])
    store.close()
  })

  test('accepts a hold or capture again when it was interrupted before its write', async () => {
    const store = open()
    const { accountId, keyId } = await openAccount(store, 1000)
    const hold = { accountId, keyId, holdId: 'hold_1', operation: 'x', amount: 300 }
    await expect(openUntil(0).hold(hold)).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(await store.getAccount(accountId)).toMatchObject({ balance: 1000, held: 0 })
    expect(await store.hold(hold)).toEqual({ balance: 700 })
    // The interruption comes after the read and before the write.
    const capture = { accountId, holdId: 'hold_1', amount: 100 }
    await expect(openUntil(1).capture(capture)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    expect(await store.getAccount(accountId)).toMatchObject({ balance: 700, held: 300 })
    expect(await store.capture(capture)).toEqual({ balance: 900 })
    store.close()
  })
})
