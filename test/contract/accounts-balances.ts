import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AccountStore } from '#platform/accounts'
import {
  type ContractOptions,
  charge,
  expectBalancedLedger,
  ledgerOf,
  openAccount,
  openKey,
} from './accounts-fixtures.ts'

/** The contract of accounts, their balances and grants. */
export function balancesContract({ open }: ContractOptions): void {
  let store: AccountStore
  beforeAll(async () => {
    store = await open()
    return () => store.close()
  })

  describe('accounts', () => {
    test('a new account has its balance, no grants and, if its balance is above zero, one credit', async () => {
      const account = await store.createAccount({ balance: 5_000_000 })
      expect(account).toMatchObject({ balance: 5_000_000, grants: [] })
      expect(account.accountId).toMatch(/^acct_[0-9A-Za-z]{12}$/)
      expect(Math.abs(Date.now() - Date.parse(account.createdAt))).toBeLessThan(60_000)
      expect(await store.getAccount(account.accountId)).toEqual(account)
      expect(await ledgerOf(store, account.accountId)).toEqual([
        {
          accountId: account.accountId,
          sequence: 1,
          kind: 'credit',
          amount: 5_000_000,
          balanceAfter: 5_000_000,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      ])
      const empty = await store.createAccount({ balance: 0 })
      expect(await ledgerOf(store, empty.accountId)).toEqual([])
    })

    test('the owner may choose an account id, once', async () => {
      const accountId = `My-account_${randomUUID()}`
      await store.createAccount({ accountId, balance: 1 })
      const again = store.createAccount({ accountId, balance: 2 })
      await expect(again).rejects.toMatchObject({ code: 'bad_request' })
      expect((await store.getAccount(accountId))?.balance).toBe(1)
    })

    test.each(['', 'a b', 'a#b', 'ä', 'x'.repeat(65)])(
      '"%s" is refused as an account id',
      async (accountId) => {
        await expect(store.createAccount({ accountId, balance: 0 })).rejects.toMatchObject({
          code: 'bad_request',
        })
      },
    )

    test('a top-up adds to the balance and to the ledger', async () => {
      const { accountId } = await openAccount(store, 100)
      expect(await store.topUp(accountId, 250)).toMatchObject({ accountId, balance: 350 })
      const rows = await expectBalancedLedger(store, accountId)
      expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['credit', 100],
        ['credit', 250],
      ])
    })

    test('a balance can grow to the largest safe integer and no further', async () => {
      const { accountId } = await openAccount(store, 1)
      await store.topUp(accountId, Number.MAX_SAFE_INTEGER - 1)
      await expect(store.topUp(accountId, 1)).rejects.toMatchObject({ code: 'bad_request' })
      expect((await store.getAccount(accountId))?.balance).toBe(Number.MAX_SAFE_INTEGER)
    })

    test('grants are added and removed, each any number of times', async () => {
      const { accountId, sha256 } = await openAccount(store, 0)
      await store.setGrant(accountId, 'predict', true)
      await store.setGrant(accountId, 'predict', true)
      const both = await store.setGrant(accountId, 'beta', true)
      expect(both.grants).toEqual(['beta', 'predict'])
      expect((await store.authenticate(sha256))?.caller.grants).toEqual(['beta', 'predict'])
      await store.setGrant(accountId, 'beta', false)
      await store.setGrant(accountId, 'beta', false)
      expect((await store.getAccount(accountId))?.grants).toEqual(['predict'])
      await expect(store.setGrant(accountId, 'a,b', true)).rejects.toMatchObject({
        code: 'bad_request',
      })
    })

    test('an account keeps its own rate limit until it is reset to the default', async () => {
      const { accountId, sha256 } = await openAccount(store, 0)
      const limit = { requestsPerSecond: 0.5, burst: 3 }
      expect((await store.getAccount(accountId))?.limit).toBeUndefined()
      expect((await store.setLimit(accountId, limit)).limit).toEqual(limit)
      expect((await store.getAccount(accountId))?.limit).toEqual(limit)
      expect((await store.authenticate(sha256))?.caller.limit).toEqual(limit)
      expect(await store.setLimit(accountId, undefined)).not.toHaveProperty('limit')
      expect((await store.authenticate(sha256))?.caller).not.toHaveProperty('limit')
      for (const wrong of [
        { requestsPerSecond: 0, burst: 1 },
        { requestsPerSecond: Number.NaN, burst: 1 },
        { requestsPerSecond: 1, burst: 0 },
        { requestsPerSecond: 1, burst: 1.5 },
      ]) {
        await expect(store.setLimit(accountId, wrong)).rejects.toMatchObject({
          code: 'bad_request',
        })
      }
    })

    test('an unknown account is reported', async () => {
      const missing = { code: 'not_found', message: 'There is no account "nobody".' }
      expect(await store.getAccount('nobody')).toBeUndefined()
      expect(await store.listKeys('nobody')).toEqual([])
      expect(await ledgerOf(store, 'nobody')).toEqual([])
      await expect(store.topUp('nobody', 1)).rejects.toMatchObject(missing)
      await expect(store.setGrant('nobody', 'predict', true)).rejects.toMatchObject(missing)
      await expect(store.setGrant('nobody', 'predict', false)).rejects.toMatchObject(missing)
      await expect(store.setLimit('nobody', undefined)).rejects.toMatchObject(missing)
      await expect(openKey(store, 'nobody')).rejects.toMatchObject(missing)
    })

    test.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
      '%s is refused as an amount of micro-dollars',
      async (amount) => {
        const account = await openAccount(store, 1000)
        await expect(store.createAccount({ balance: amount })).rejects.toThrow(RangeError)
        await expect(store.topUp(account.accountId, amount)).rejects.toThrow(RangeError)
        await expect(charge(store, account, amount)).rejects.toThrow(RangeError)
        expect((await expectBalancedLedger(store, account.accountId)).length).toBe(1)
      },
    )
  })
}
