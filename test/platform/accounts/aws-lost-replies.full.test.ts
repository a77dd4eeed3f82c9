import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountStore } from '#platform/accounts'
import { openTableAccounts } from '#platform/accounts/aws'
import {
  charge,
  expectBalancedLedger,
  openAccount,
  openKey,
  price,
} from '../../contract/accounts-fixtures.ts'
import { startDynalite, tableName } from '../../fixtures/dynamodb.ts'
import { loseUpdates } from '../../fixtures/lost-replies.ts'

/**
 * Replies and requests that are lost on the way, with other moves of the account before the store notices: more of them
 * than the account item remembers, so that only the ledger shows the outcome.
 */
describe('a move of a balance whose reply is lost', { timeout: 240_000 }, () => {
  const table = tableName('accounts')
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let others: AccountStore
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
    dynalite.followLedger(table)
    others = openTableAccounts({ table, client: dynalite.connect() })
  })
  afterAll(() => {
    others.close()
    return dynalite.stop()
  })

  /** Opens a store that loses its next `count` updates, while `meanwhile` runs before it notices. */
  const losing = (count: number, applied: boolean, meanwhile: () => Promise<unknown>) => {
    const client = dynalite.connect()
    const store = openTableAccounts({ table, client })
    return { store, lose: () => loseUpdates(client, { count, applied, meanwhile }) }
  }
  const payer = async () => {
    const { accountId } = await others.createAccount({ balance: 10_000 * price })
    return { accountId, ...(await openKey(others, accountId)) }
  }

  test.each([0, 1, 31, 32, 33, 3200])(
    'is charged once, with %i other charges before the retry',
    async (between) => {
      const account = await payer()
      const { store, lose } = losing(1, true, async () => {
        for (let done = 0; done < between; done += 100) {
          const now = Math.min(100, between - done)
          await Promise.all(Array.from({ length: now }, () => charge(others, account, 1)))
        }
      })
      // Some moves are known already, so the stretch to search does not begin with the account.
      await charge(store, account)
      lose()
      const requestId = randomUUID()
      expect(await charge(store, account, price, requestId)).toEqual({
        balance: 9_998 * price - between,
      })
      const rows = await expectBalancedLedger(others, account.accountId)
      expect(rows.filter((row) => row.requestId === requestId)).toHaveLength(1)
      expect(rows).toHaveLength(3 + between)
    },
  )

  test.each([0, 32, 100])(
    'is charged once when the request itself is lost, with %i other charges before the retry',
    async (between) => {
      const account = await payer()
      const { store, lose } = losing(2, false, async () => {
        for (let i = 0; i < between; i++) await charge(others, account, 1)
      })
      lose()
      const { balance } = await charge(store, account)
      expect(balance).toBeLessThan(10_000 * price)
      const rows = await expectBalancedLedger(others, account.accountId)
      expect(rows.filter(({ amount }) => amount === -price)).toHaveLength(1)
    },
  )

  test.each([0, 40])('is topped up once, with %i charges before the retry', async (between) => {
    const account = await payer()
    const { store, lose } = losing(1, true, async () => {
      for (let i = 0; i < between; i++) await charge(others, account, 1)
    })
    lose()
    expect(await store.topUp(account.accountId, 500)).toMatchObject({
      balance: 10_000 * price + 500 - between,
    })
    const rows = await expectBalancedLedger(others, account.accountId)
    expect(rows.filter(({ amount }) => amount === 500)).toEqual([
      expect.not.objectContaining({ creditId: expect.anything() }),
    ])
  })

  // The client itself sends a repeatable request three times.
  test.each([4, 8])(
    'is charged once when the replies to %i updates in a row are lost, while others charge',
    async (count) => {
      const account = await payer()
      const { store, lose } = losing(count, true, async () => {
        for (let i = 0; i < 40; i++) await charge(others, account, 1)
      })
      await charge(store, account)
      lose()
      await charge(store, account)
      const rows = await expectBalancedLedger(others, account.accountId)
      expect(rows.filter(({ amount }) => amount === -price)).toHaveLength(2)
    },
  )

  test('is not applied when an abandoned request arrives late', async () => {
    const account = await payer()
    const client = dynalite.connect()
    const store = openTableAccounts({ table, client })
    await charge(store, account)
    const handler = client.config.requestHandler
    const handle = handler.handle.bind(handler)
    const held: (() => Promise<unknown>)[] = []
    handler.handle = async (request, options) => {
      const target = (request as { headers: Record<string, string> }).headers['x-amz-target']
      if (held.length > 0 || !target?.endsWith('.UpdateItem')) return handle(request, options)
      held.push(() => handle(request))
      throw Object.assign(new Error('no reply in time'), { name: 'TimeoutError' })
    }
    expect(await charge(store, account)).toEqual({ balance: 9_998 * price })
    for (let i = 0; i < 40; i++) await charge(others, account, 1)
    await held[0]!()
    expect((await others.getAccount(account.accountId))?.balance).toBe(9_998 * price - 40)
    await expectBalancedLedger(others, account.accountId)
  })

  test('fails as unavailable when neither account nor ledger shows whether it was applied', async () => {
    const quiet = tableName('without-ledger')
    await dynalite.createTable(quiet)
    const owner = openTableAccounts({ table: quiet, client: dynalite.connect() })
    const account = await openAccount(owner, 1_000_000)
    const client = dynalite.connect()
    const store = openTableAccounts({ table: quiet, client })
    await charge(store, account)
    loseUpdates(client, {
      count: 1,
      applied: true,
      meanwhile: async () => {
        for (let i = 0; i < 40; i++) await charge(owner, account, 1)
      },
    })
    await expect(charge(store, account)).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { message: expect.stringContaining('not known whether') },
    })
    owner.close()
  })
})
