import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AccountStore,
  idempotencyWindowHolds,
  idempotencyWindowMoves,
} from '#platform/accounts'
import { openTableAccounts } from '#platform/accounts/aws'
import { openAccount, openKey } from '../../contract/accounts-fixtures.ts'
import { chargeFor, invocationOf } from '../../contract/accounts-idempotency.ts'
import { startDynalite, tableName } from '../../fixtures/dynamodb.ts'

/** Compares docs/accounts.md with measured requests and capacity units. Ids have their real length. */
describe('the cost of the accounts table', () => {
  const table = tableName('accounts')
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let store: AccountStore
  let spent: string[] = []
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
    const client = dynalite.connect()
    client.middlewareStack.add(
      (next, context) => async (args) => {
        const input = { ...(args.input as object), ReturnConsumedCapacity: 'TOTAL' }
        const result = await next({ ...args, input: input as never })
        const { ConsumedCapacity } = result.output as {
          ConsumedCapacity?: { CapacityUnits: number }
        }
        const name = context.commandName?.replace(/(Item)?Command$/, '')
        spent.push(`${name} ${ConsumedCapacity?.CapacityUnits}`)
        return result
      },
      { step: 'initialize' },
    )
    store = openTableAccounts({ table, client })
  })
  afterAll(() => {
    store.close()
    return dynalite.stop()
  })

  const costOf = async (step: () => Promise<unknown>) => {
    spent = []
    await step()
    return spent
  }
  const call = { operation: 'geocoding/structured-search', amount: 300 }
  const job = { operation: 'geocoding/batch', amount: 20_000 }
  type Payer = { accountId: string; keyId: string }
  const chargeOnce = ({ accountId, keyId }: Payer) =>
    store.charge({ accountId, keyId, requestId: randomUUID(), ...call })
  /** Opens an account that remembers the maximum number of moves. */
  const openBusy = async (keys: number) => {
    const account = await openAccount(store, 999_000_000)
    for (let made = 1; made < keys; made++) await openKey(store, account.accountId)
    for (let made = 0; made <= idempotencyWindowMoves; made++) await chargeOnce(account)
    return account
  }

  test('is two writes for an idempotency key, and one more for each kB of the answer', async () => {
    const account = await openBusy(1)
    const first = invocationOf(account, { key: 'k' })
    expect(await costOf(() => store.idempotency.begin(first))).toEqual(['Put 1'])
    const kept = await costOf(() => chargeFor(store, account, first, Buffer.alloc(9_800)))
    expect(kept).toEqual(['Update 1', 'Put 10', 'Update 1'])
    const again = invocationOf(account, { key: 'k' })
    expect(await costOf(() => store.idempotency.begin(again))).toEqual(
      // The failed Put costs one more unit, which is not reported.
      ['Get 1', 'Get 3'],
    )
    const failed = invocationOf(account, { key: 'failed' })
    await store.idempotency.begin(failed)
    expect(await costOf(() => store.idempotency.end(failed))).toEqual(['Delete 1'])
  })

  test('is one write unit for a charge with up to a dozen keys', async () => {
    const account = await openBusy(12)
    expect(await costOf(() => chargeOnce(account))).toEqual(['Update 1'])
    expect(await costOf(() => store.authenticate(account.sha256))).toEqual(['Get 1', 'Get 1'])
    expect(await costOf(() => store.authenticate(account.sha256))).toEqual(['Get 1'])
  })

  test('is still one write unit for a charge after many closed holds', async () => {
    const account = await openBusy(3)
    for (let made = 0; made <= idempotencyWindowHolds; made++) {
      const hold = { ...account, ...job, holdId: `hold_${randomUUID()}` }
      await store.hold(hold)
      await store.capture({ ...hold, amount: 1 })
    }
    expect(await costOf(() => chargeOnce(account))).toEqual(['Update 1'])
  })

  test('is one write for a hold and a read and a write for a capture, more while holds are open', async () => {
    const account = await openBusy(3)
    const holds = Array.from({ length: 10 }, () => ({
      ...account,
      ...job,
      holdId: `hold_${randomUUID()}`,
    }))
    await store.hold(holds[0]!)
    // The first hold changed the remembered state of the account.
    expect(await costOf(() => store.hold(holds[1]!))).toEqual(['Get 1', 'Update 2'])
    expect(await costOf(() => store.hold(holds[2]!))).toEqual(['Update 2'])
    for (const hold of holds.slice(3)) await store.hold(hold)
    expect(await costOf(() => chargeOnce(account))).toEqual(['Update 3'])
    expect(await costOf(() => store.capture({ ...holds[0]!, amount: 1 }))).toEqual([
      'Get 1',
      'Update 3',
    ])
    expect(await costOf(() => store.release(holds[1]!))).toEqual(['Get 1', 'Update 2'])
  })

  test('adds nothing to a charge for expired holds until it needs them, then one write for up to 16', async () => {
    const account = await openAccount(store, 16 * 300)
    for (let made = 0; made < 16; made++) {
      const hold = { ...account, ...call, holdId: `hold_${randomUUID()}` }
      await store.hold({ ...hold, expiresAt: made < 15 ? '2026-01-01' : '2126-01-01' })
    }
    await store.topUp(account.accountId, 300)
    expect(await costOf(() => chargeOnce(account))).toEqual(['Update 4'])
    // After the refusal, which is not counted here: read (dynalite's reply lacks the item), release, charge.
    expect(await costOf(() => chargeOnce(account))).toEqual(['Get 1', 'Update 4', 'Update 1'])
  })
})
