import { beforeAll, describe, expect, test } from 'vitest'
import { type AccountStore, idempotencyWindowHolds, maxOpenHolds } from '#platform/accounts'
import {
  type ContractOptions,
  charge,
  expectBalancedLedger,
  holdOf,
  openAccount,
  refused,
} from './accounts-fixtures.ts'

/** The contract of holds that are repeated, too many, too expensive or concurrent. */
export function holdRepeatsContract({ open }: ContractOptions): void {
  let store: AccountStore
  beforeAll(async () => {
    store = await open()
    return () => store.close()
  })

  describe('holds that are repeated or refused', () => {
    test('a hold is refused for the same reasons as a charge, and leaves nothing', async () => {
      const account = await openAccount(store, 299)
      await expect(store.hold(holdOf(account, 300))).rejects.toMatchObject({
        code: 'payment_required',
        message: 'Insufficient balance. Please top up your account.',
      })
      for (const other of [{ keyId: 'constructor' }, { accountId: 'nobody' }]) {
        const hold = { ...holdOf(account, 1), ...other }
        await expect(store.hold(hold)).rejects.toMatchObject(refused('Invalid API key'))
      }
      await store.setKeyState(account.keyId, 'suspended')
      const suspended = store.hold(holdOf(account, 300))
      await expect(suspended).rejects.toMatchObject(refused('API key is suspended'))
      expect(await store.holds(account.accountId)).toEqual([])
      expect(await store.getAccount(account.accountId)).toMatchObject({ balance: 299, held: 0 })
    })

    test('a repeated hold changes nothing, in sequence and in parallel', async () => {
      const account = await openAccount(store, 1000)
      const hold = holdOf(account, 300)
      const repeats = Array.from({ length: 8 }, () => store.hold(hold))
      for (const result of await Promise.all(repeats)) expect(result).toEqual({ balance: 700 })
      await store.setKeyState(account.keyId, 'revoked')
      expect(await store.hold(hold)).toEqual({ balance: 700 })
      expect(await store.holds(account.accountId)).toHaveLength(1)
    })

    test('an id is not accepted for two holds', async () => {
      const account = await openAccount(store, 1000)
      const hold = holdOf(account, 300)
      await store.hold(hold)
      for (const other of [{ amount: 301 }, { operation: 'matrix' }, { keyId: 'key_other' }]) {
        await expect(store.hold({ ...hold, ...other })).rejects.toMatchObject({
          code: 'bad_request',
          message: `Hold "${hold.holdId}" is open with different contents.`,
        })
      }
      await store.release(hold)
      await expect(store.hold(hold)).rejects.toMatchObject({
        code: 'bad_request',
        message: `Hold "${hold.holdId}" is closed; a new hold needs a new id.`,
      })
      const theirs = await openAccount(store, 1000)
      expect(await store.hold({ ...holdOf(theirs, 300), holdId: hold.holdId })).toEqual({
        balance: 700,
      })
    })

    test('a repeated capture counts once, in sequence and in parallel, with other moves in between', async () => {
      const account = await openAccount(store, 1000)
      const hold = holdOf(account, 300)
      await store.hold(hold)
      const capture = () => store.capture({ ...hold, amount: 200 })
      for (const result of await Promise.all(Array.from({ length: 8 }, capture))) {
        expect(result).toEqual({ balance: 800 })
      }
      for (let made = 0; made < 40; made++) await charge(store, account, 1)
      expect(await capture()).toEqual({ balance: 760 })
      expect(await expectBalancedLedger(store, account.accountId)).toHaveLength(42)
    })

    test(`a closed hold is still known after ${idempotencyWindowHolds} others have closed`, async () => {
      const account = await openAccount(store, 1000)
      const [captured, released] = [holdOf(account, 10), holdOf(account, 10)]
      for (const hold of [captured, released]) await store.hold(hold)
      await store.capture({ ...captured, amount: 10 })
      await store.release(released)
      for (let closed = 1; closed < idempotencyWindowHolds; closed++) {
        const hold = holdOf(account, 10)
        await store.hold(hold)
        await store.release(hold)
      }
      expect(await store.capture({ ...captured, amount: 10 })).toEqual({ balance: 990 })
      expect(await store.release(released)).toEqual({ balance: 990 })
      await expect(store.hold(captured)).rejects.toMatchObject({ code: 'bad_request' })
      await expect(store.hold(released)).rejects.toMatchObject({ code: 'bad_request' })
    })

    test('a released hold is not captured, and a captured hold is not released', async () => {
      const account = await openAccount(store, 1000)
      const [one, two] = [holdOf(account, 300), holdOf(account, 300)]
      await store.hold(one)
      await store.hold(two)
      await store.release(one)
      await store.capture({ ...two, amount: 1 })
      await expect(store.capture({ ...one, amount: 1 })).rejects.toMatchObject({
        code: 'bad_request',
        message: `Hold "${one.holdId}" was released and cannot be captured.`,
      })
      await expect(store.release(two)).rejects.toMatchObject({
        code: 'bad_request',
        message: `Hold "${two.holdId}" was captured and cannot be released.`,
      })
      expect(await store.getAccount(account.accountId)).toMatchObject({ balance: 999, held: 0 })
    })

    test('one hold more than an account may have open is refused with a time to wait', async () => {
      const account = await openAccount(store, 1000)
      const { accountId } = account
      const holds = Array.from({ length: maxOpenHolds }, () => holdOf(account, 1))
      await Promise.all(holds.map((hold) => store.hold(hold)))
      await expect(store.hold(holdOf(account, 1))).rejects.toMatchObject({
        code: 'too_many_requests',
        message: expect.stringContaining(`${maxOpenHolds} open holds`),
        fields: { retry_after_seconds: 60 },
        headers: { 'retry-after': '60' },
      })
      // A repeat does not add a hold.
      expect(await store.hold(holds[7]!)).toEqual({ balance: 1000 - maxOpenHolds })
      const open = await store.holds(accountId)
      expect(open.map(({ holdId }) => holdId).sort()).toEqual(
        holds.map(({ holdId }) => holdId).sort(),
      )
      expect(open.map(({ at }) => at)).toEqual(open.map(({ at }) => at).sort())
      await store.release(holds[0]!)
      expect(await store.hold(holdOf(account, 1))).toEqual({ balance: 1000 - maxOpenHolds })
      await expectBalancedLedger(store, accountId)
    })

    test('exactly 20 of 50 concurrent holds succeed on money for 20', async () => {
      const account = await openAccount(store, 20 * 7)
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, () => store.hold(holdOf(account, 7))),
      )
      const refusals = results.flatMap((r) => (r.status === 'rejected' ? [r.reason.code] : []))
      expect(refusals).toEqual(Array.from({ length: 30 }, () => 'payment_required'))
      expect(await store.getAccount(account.accountId)).toMatchObject({ balance: 0, held: 140 })
      expect(await store.holds(account.accountId)).toHaveLength(20)
    })

    test('one of a concurrent capture and release succeeds, and the other is refused', async () => {
      for (let round = 0; round < 5; round++) {
        const account = await openAccount(store, 1000)
        const hold = holdOf(account, 300)
        await store.hold(hold)
        const results = await Promise.allSettled([
          store.capture({ ...hold, amount: 300 }),
          store.release(hold),
        ])
        const refusals = results.flatMap((r) => (r.status === 'rejected' ? [r.reason.code] : []))
        expect(refusals).toEqual(['bad_request'])
        const rows = await expectBalancedLedger(store, account.accountId)
        expect(rows).toHaveLength(results[0]!.status === 'fulfilled' ? 2 : 1)
      }
    })
  })
}
