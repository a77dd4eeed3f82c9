import { randomUUID } from 'node:crypto'
import type { DynamoDBRecord } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountStore, makeAccountId } from '#platform/accounts'
import { openTableAccounts } from '#platform/accounts/aws'
import {
  charge,
  expectBalancedLedger,
  newHoldId,
  openAccount,
  openKey,
  price,
} from '../../contract/accounts-fixtures.ts'
import { hasStream, startDynalite, tableName } from '../../fixtures/dynamodb.ts'
import { loseEveryNinth } from '../../fixtures/lost-replies.ts'

/** Number of handles that share the load, as warm functions do. */
const handles = 4

describe('one account under load', { timeout: 120_000 }, () => {
  const table = tableName('accounts')
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let stores: AccountStore[]
  const history = newHistory()
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
    dynalite.followLedger(table, history.record)
    stores = Array.from({ length: handles }, () => {
      const client = dynalite.connect()
      // Without a stream nothing writes the ledger, which shows the lost moves.
      if (hasStream) loseEveryNinth(client)
      return openTableAccounts({ table, client })
    })
  })
  afterAll(() => {
    for (const store of stores) store.close()
    return dynalite.stop()
  })

  const storeOf = (index: number) => stores[index % handles]!
  const requests = (count: number) => Array.from({ length: count }, () => randomUUID())
  /** Sends every request at once and returns the ids of the accepted ones. */
  const chargeAll = async (account: { accountId: string; keyId: string }, ids: string[]) => {
    const calls = ids.map(async (id, i) =>
      (await outcome(() => charge(storeOf(i), account, price, id))) ? [id] : [],
    )
    return new Set((await Promise.all(calls)).flat())
  }

  test('accepts exactly 400 of 1,000 concurrent charges on a balance for 400, with a ledger row each', async () => {
    const account = await openAccount(stores[0]!, 400 * price)
    const taken = await chargeAll(account, requests(1000))
    expect(taken.size).toBe(400)
    expect(await stores[0]!.getAccount(account.accountId)).toMatchObject({ balance: 0, held: 0 })
    const rows = await expectBalancedLedger(stores[0]!, account.accountId)
    expect(new Set(rows.flatMap(({ requestId }) => requestId ?? []))).toEqual(taken)
    expect(rows).toHaveLength(401)
    history.expectSound(account.accountId, 400 * price)
  })

  test('neither loses nor creates a micro-dollar with top-ups and holds in between', async () => {
    const accountId = makeAccountId()
    await stores[0]!.createAccount({ accountId, balance: 300 * price })
    const account = { accountId, ...(await openKey(stores[0]!, accountId)) }
    const all = requests(900)

    const held = { operation: 'geocoding/batch', amount: 7 * price }
    // The first hold of an account takes a second write, which here would queue behind all the charges.
    await stores[0]!.hold({ ...account, ...held, holdId: 'hold_first' })
    await stores[0]!.release({ accountId, holdId: 'hold_first' })
    /** Returns the number of charges that the job was finally worth. */
    const runJob = async (i: number) => {
      const hold = { ...account, ...held, holdId: newHoldId() }
      if (!(await outcome(() => storeOf(i).hold(hold)))) return 0
      const release = i % 3 === 0
      const close = (store: AccountStore) =>
        release ? store.release(hold) : store.capture({ ...hold, amount: 2 * price })
      // Two functions finish the job at the same time.
      await Promise.all([close(storeOf(i)), close(storeOf(i + 1))])
      return release ? 0 : 2
    }
    const topUps: Promise<unknown>[] = []
    const jobs: Promise<number>[] = []
    const charges: Promise<Set<string>>[] = []
    for (let i = 0; i < 20; i++) {
      topUps.push(storeOf(i).topUp(accountId, 5 * price))
      for (let job = 0; job < 3; job++) jobs.push(runJob(3 * i + job))
      charges.push(chargeAll(account, all.slice(45 * i, 45 * (i + 1))))
    }
    await Promise.all(topUps)
    const captured = (await Promise.all(jobs)).reduce((sum, prices) => sum + prices, 0)
    const taken = new Set((await Promise.all(charges)).flatMap((ids) => [...ids]))

    // Repeats the charges that were refused while the money was in holds or not yet there.
    const refused = all.filter((id) => !taken.has(id))
    for (const id of await chargeAll(account, refused)) taken.add(id)
    expect(taken.size).toBe(400 - captured)
    expect(captured).toBeGreaterThan(0)
    expect(await stores[0]!.getAccount(accountId)).toMatchObject({ balance: 0, held: 0 })
    const rows = await expectBalancedLedger(stores[0]!, accountId)
    expect(rows).toHaveLength(1 + 20 + taken.size + captured / 2)
    const ids = rows.flatMap(({ requestId }) => requestId ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    history.expectSound(accountId, 300 * price)
  })
})

/** Returns whether a step was accepted. Repeats it while the store is unavailable. */
async function outcome(step: () => Promise<unknown>): Promise<boolean> {
  for (;;) {
    try {
      await step()
      return true
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'payment_required') return false
      if (code !== 'service_unavailable') throw error
    }
  }
}

/** Keeps every record of the stream, and checks the images of an account in order. */
function newHistory() {
  const records: NonNullable<DynamoDBRecord['dynamodb']>[] = []
  const record = ({ dynamodb }: DynamoDBRecord) => {
    if (dynamodb?.NewImage?.pk?.S?.startsWith('ACCOUNT#')) records.push(dynamodb)
  }
  const expectSound = (accountId: string, start: number) => {
    if (!hasStream) return console.warn('NOT TESTED: the images of all writes, in order')
    const own = records.filter(({ NewImage }) => NewImage?.accountId?.S === accountId)
    let funds = start
    let moves = 1
    expect(Number(own[0]?.NewImage?.balance?.N)).toBe(start)
    for (const [i, { OldImage, NewImage }] of own.entries()) {
      if (i > 0) expect(OldImage).toEqual(own[i - 1]!.NewImage)
      const { balance, held, holds } = NewImage!
      const inHolds = Object.values(holds?.M ?? {}).map(({ M }) => Number(M?.amount?.N))
      if (Number(NewImage!.moves!.N) !== moves) {
        moves++
        funds += Number(NewImage!.last!.M!.amount!.N)
      }
      expect(Number(NewImage!.moves!.N)).toBe(moves)
      expect(Number(balance!.N)).toBeGreaterThanOrEqual(0)
      expect(Number(held?.N ?? 0)).toBe(inHolds.reduce((sum, amount) => sum + amount, 0))
      expect(Number(balance!.N) + Number(held?.N ?? 0)).toBe(funds)
    }
  }
  return { record, expectSound }
}
