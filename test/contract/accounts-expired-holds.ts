import { beforeAll, describe, expect, test } from 'vitest'
import { type AccountStore, idempotencyWindowHolds, maxOpenHolds } from '#platform/accounts'
import {
  type ContractOptions,
  charge,
  expectBalancedLedger,
  holdOf,
  openAccount,
} from './accounts-fixtures.ts'

const past = '2026-01-01T00:00:00.000Z'
const future = '2126-01-01T00:00:00.000Z'
const lacksBalance = { code: 'payment_required' }

/** The contract of expired holds: their account can spend them, without any clean-up job. */
export function expiredHoldsContract({ open }: ContractOptions): void {
  let store: AccountStore
  beforeAll(async () => {
    store = await open()
    return () => store.close()
  })

  describe('holds with an expiry', () => {
    test('are listed with their expiry, in UTC', async () => {
      const account = await openAccount(store, 1000)
      const [first, second] = [holdOf(account, 1), holdOf(account, 2)]
      await store.hold({ ...first, expiresAt: '2126-01-01T02:00:00+02:00' })
      await store.hold(second)
      const open = await store.holds(account.accountId)
      const [one, two] = open.sort((a, b) => a.amount - b.amount)
      expect(one).toMatchObject({ holdId: first.holdId, expiresAt: future })
      expect(two).not.toHaveProperty('expiresAt')
      const wrong = { ...holdOf(account, 1), expiresAt: 'tomorrow' }
      await expect(store.hold(wrong)).rejects.toThrow(RangeError)
    })

    test('are released by the first charge that needs them after their expiry', async () => {
      const account = await openAccount(store, 1000)
      const { accountId } = account
      await store.hold({ ...holdOf(account, 300), expiresAt: past })
      await store.hold({ ...holdOf(account, 200), expiresAt: past })
      const kept = holdOf(account, 400)
      await store.hold({ ...kept, expiresAt: future })
      expect(await charge(store, account, 100)).toEqual({ balance: 0 })
      expect(await store.holds(accountId)).toHaveLength(3)
      expect(await charge(store, account, 350)).toEqual({ balance: 150 })
      expect((await store.holds(accountId)).map(({ holdId }) => holdId)).toEqual([kept.holdId])
      expect(await store.getAccount(accountId)).toMatchObject({ balance: 150, held: 400 })
      await expect(charge(store, account, 151)).rejects.toMatchObject(lacksBalance)
      expect(await expectBalancedLedger(store, accountId)).toHaveLength(3)
    })

    test('stay open when their release would not cover the amount', async () => {
      const account = await openAccount(store, 100)
      await store.hold({ ...holdOf(account, 60), expiresAt: past })
      await expect(charge(store, account, 101)).rejects.toMatchObject(lacksBalance)
      await expect(store.hold(holdOf(account, 101))).rejects.toMatchObject(lacksBalance)
      expect(await store.getAccount(account.accountId)).toMatchObject({ balance: 40, held: 60 })
      expect(await charge(store, account, 100)).toEqual({ balance: 0 })
    })

    test('are released by a hold that needs them, and count as balance in authenticate', async () => {
      const account = await openAccount(store, 1000)
      const { accountId, sha256 } = account
      await store.hold({ ...holdOf(account, 700), expiresAt: past })
      await store.hold({ ...holdOf(account, 300), expiresAt: future })
      expect((await store.authenticate(sha256))?.caller.balance).toBe(700)
      expect(await store.getAccount(accountId)).toMatchObject({ balance: 0, held: 1000 })
      const hold = holdOf(account, 650)
      expect(await store.hold(hold)).toEqual({ balance: 50 })
      expect((await store.authenticate(sha256))?.caller.balance).toBe(50)
      expect(await store.holds(accountId)).toHaveLength(2)
      await expectBalancedLedger(store, accountId)
    })

    test('are released to make room when the maximum number of holds is open', async () => {
      const account = await openAccount(store, 1000)
      const lost = Array.from({ length: maxOpenHolds }, () => holdOf(account, 1))
      for (const [i, hold] of lost.entries())
        await store.hold({ ...hold, expiresAt: i < 40 ? past : future })
      expect(await store.hold(holdOf(account, 1))).toEqual({ balance: 1000 - maxOpenHolds + 39 })
      expect(await store.holds(account.accountId)).toHaveLength(maxOpenHolds - 39)
      await expectBalancedLedger(store, account.accountId)
    })

    test('can be captured until they are released, and not afterwards', async () => {
      const account = await openAccount(store, 1000)
      const [one, two] = [holdOf(account, 300), holdOf(account, 300)]
      for (const hold of [one, two]) await store.hold({ ...hold, expiresAt: past })
      expect(await store.capture({ ...one, amount: 100 })).toEqual({ balance: 600 })
      expect((await store.releaseExpired(account.accountId)).map(({ holdId }) => holdId)).toEqual([
        two.holdId,
      ])
      await expect(store.capture({ ...two, amount: 100 })).rejects.toMatchObject({
        code: 'bad_request',
        message: `Hold "${two.holdId}" was released and cannot be captured.`,
      })
      await expect(store.hold(two)).rejects.toMatchObject({ code: 'bad_request' })
      expect(await store.release(two)).toEqual({ balance: 900 })
    })

    test('are all released by releaseExpired, oldest first, and open ones are kept', async () => {
      const account = await openAccount(store, 1000)
      const { accountId } = account
      const expired = Array.from({ length: 2 * idempotencyWindowHolds + 5 }, () =>
        holdOf(account, 3),
      )
      for (const hold of expired) await store.hold({ ...hold, expiresAt: past })
      const [kept, endless] = [holdOf(account, 7), holdOf(account, 11)]
      await store.hold({ ...kept, expiresAt: future })
      await store.hold(endless)
      const listed = (await store.holds(accountId)).filter(({ amount }) => amount === 3)
      expect(await store.releaseExpired(accountId)).toEqual(listed)
      expect((await store.holds(accountId)).map(({ amount }) => amount).sort()).toEqual([11, 7])
      expect(await store.getAccount(accountId)).toMatchObject({ balance: 982, held: 18 })
      expect(await store.releaseExpired(accountId)).toEqual([])
      expect(await store.releaseExpired('nobody')).toEqual([])
      expect(await expectBalancedLedger(store, accountId)).toHaveLength(1)
    })

    test('keep their first expiry when requested again while open', async () => {
      const account = await openAccount(store, 1000)
      const hold = holdOf(account, 300)
      await store.hold({ ...hold, expiresAt: past })
      expect(await store.hold({ ...hold, expiresAt: future })).toEqual({ balance: 700 })
      expect(await store.holds(account.accountId)).toMatchObject([{ expiresAt: past }])
    })

    test('are not released for a revoked key', async () => {
      const account = await openAccount(store, 300)
      await store.hold({ ...holdOf(account, 300), expiresAt: past })
      await store.setKeyState(account.keyId, 'revoked')
      const revoked = { code: 'forbidden' }
      await expect(charge(store, account, 1)).rejects.toMatchObject(revoked)
      await expect(store.hold(holdOf(account, 1))).rejects.toMatchObject(revoked)
      expect(await store.holds(account.accountId)).toHaveLength(1)
    })

    test('are released once by many concurrent charges and releases', async () => {
      const account = await openAccount(store, 100)
      const other = await open()
      for (let i = 0; i < 20; i++) await store.hold({ ...holdOf(account, 5), expiresAt: past })
      const results = await Promise.allSettled(
        Array.from({ length: 30 }, (_, i) =>
          i % 3 === 0
            ? (i % 2 ? other : store).releaseExpired(account.accountId)
            : charge(i % 2 ? other : store, account, 10),
        ),
      )
      const codes = results.flatMap((r) => (r.status === 'rejected' ? [r.reason.code] : []))
      expect(new Set(codes)).toEqual(new Set(['payment_required']))
      expect(codes).toHaveLength(10)
      expect(await store.getAccount(account.accountId)).toMatchObject({ balance: 0, held: 0 })
      await expectBalancedLedger(store, account.accountId)
      other.close()
    })
  })
}
