import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AccountStore } from '#platform/accounts'
import {
  type ContractOptions,
  charge,
  expectBalancedLedger,
  holdOf,
  newHoldId,
  openAccount,
} from './accounts-fixtures.ts'

/** The contract of holds: amounts that are reserved first, and charged or returned later. */
export function holdsContract({ open }: ContractOptions): void {
  let store: AccountStore
  beforeAll(async () => {
    store = await open()
    return () => store.close()
  })

  describe('holds', () => {
    test('a hold takes its amount off the balance and is not a charge', async () => {
      const account = await openAccount(store, 1000)
      const { accountId, keyId } = account
      const hold = holdOf(account, 300)
      expect(await store.hold(hold)).toEqual({ balance: 700 })
      expect(await store.getAccount(accountId)).toMatchObject({ balance: 700, held: 300 })
      expect((await store.authenticate(account.sha256))?.caller.balance).toBe(700)
      expect(await store.holds(accountId)).toEqual([
        {
          holdId: hold.holdId,
          keyId,
          operation: 'geocoding/batch',
          amount: 300,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        },
      ])
      expect(await expectBalancedLedger(store, accountId)).toHaveLength(1)
    })

    test('a capture charges the used amount and returns the rest', async () => {
      const account = await openAccount(store, 1000)
      const { accountId, keyId } = account
      const { holdId } = holdOf(account, 300)
      await store.hold(holdOf(account, 300, holdId))
      await store.hold(holdOf(account, 50))
      expect(await store.capture({ accountId, holdId, amount: 120 })).toEqual({ balance: 830 })
      expect((await store.holds(accountId)).map(({ amount }) => amount)).toEqual([50])
      const rows = await expectBalancedLedger(store, accountId)
      expect(rows.slice(1)).toEqual([
        {
          accountId,
          sequence: 2,
          kind: 'charge',
          amount: -120,
          balanceAfter: 830,
          heldAfter: 50,
          at: expect.any(String),
          keyId,
          requestId: holdId,
          operation: 'geocoding/batch',
        },
      ])
    })

    test('a whole hold can be captured, also when it reserves the whole balance', async () => {
      const account = await openAccount(store, 300)
      const { accountId } = account
      const hold = holdOf(account, 300)
      expect(await store.hold(hold)).toEqual({ balance: 0 })
      await expect(charge(store, account, 1)).rejects.toMatchObject({ code: 'payment_required' })
      expect(await store.capture({ ...hold, amount: 300 })).toEqual({ balance: 0 })
      expect(await store.getAccount(accountId)).toMatchObject({ balance: 0, held: 0 })
      const rows = await expectBalancedLedger(store, accountId)
      expect(rows[1]).not.toHaveProperty('heldAfter')
    })

    test.each(['release', 'capture of nothing'])(
      'a %s returns everything and charges nothing',
      async (way) => {
        const account = await openAccount(store, 1000)
        const hold = holdOf(account, 300)
        await store.hold(hold)
        const close = () =>
          way === 'release' ? store.release(hold) : store.capture({ ...hold, amount: 0 })
        expect(await close()).toEqual({ balance: 1000 })
        expect(await close()).toEqual({ balance: 1000 })
        expect(await store.holds(account.accountId)).toEqual([])
        expect(await expectBalancedLedger(store, account.accountId)).toHaveLength(1)
      },
    )

    test('a capture succeeds whatever the state of the key', async () => {
      const account = await openAccount(store, 1000)
      const [one, two] = [holdOf(account, 300), holdOf(account, 300)]
      await store.hold(one)
      await store.hold(two)
      await store.setKeyState(account.keyId, 'revoked')
      expect(await store.capture({ ...one, amount: 100 })).toEqual({ balance: 600 })
      await store.deleteKey(account.keyId)
      expect(await store.capture({ ...two, amount: 100 })).toEqual({ balance: 800 })
      const rows = await expectBalancedLedger(store, account.accountId)
      expect(rows.at(-1)?.keyId).toBe(account.keyId)
    })

    test('a capture is limited to the held amount', async () => {
      const account = await openAccount(store, 1_000_000)
      const hold = holdOf(account, 300_000)
      await store.hold(hold)
      await expect(store.capture({ ...hold, amount: 300_001 })).rejects.toMatchObject({
        code: 'bad_request',
        message: `Hold "${hold.holdId}" is of 0.30 USD, less than the 0.300001 to charge.`,
      })
      expect(await store.holds(account.accountId)).toHaveLength(1)
    })

    test('an unknown hold is reported', async () => {
      const { accountId } = await openAccount(store, 1000)
      for (const holdId of ['hold_none', 'constructor', '']) {
        for (const id of [accountId, 'nobody']) {
          const missing = { code: 'not_found', message: `There is no hold "${holdId}".` }
          const named = { accountId: id, holdId }
          await expect(store.capture({ ...named, amount: 1 })).rejects.toMatchObject(missing)
          await expect(store.release(named)).rejects.toMatchObject(missing)
        }
      }
      expect(await store.holds('nobody')).toEqual([])
    })

    test('a call and a hold cannot have the same id', async () => {
      const account = await openAccount(store, 1000)
      const holdId = newHoldId()
      await expect(charge(store, account, 1, holdId)).rejects.toThrow(RangeError)
      for (const id of ['', 'hold_', 'job_1', `hold_${'x'.repeat(65)}`, 'hold_a b', 'hold_ä']) {
        await expect(store.hold(holdOf(account, 1, id))).rejects.toThrow(RangeError)
      }
    })

    test.each([0.5, -1, Number.NaN, 2 ** 53])(
      '%s is refused as the amount of a hold',
      async (amount) => {
        const account = await openAccount(store, 1000)
        const hold = holdOf(account, 1)
        await expect(store.hold({ ...hold, amount })).rejects.toThrow(RangeError)
        await store.hold(hold)
        await expect(store.capture({ ...hold, amount })).rejects.toThrow(RangeError)
        await expect(store.hold({ ...holdOf(account, 1), operation: '' })).rejects.toThrow(
          RangeError,
        )
      },
    )

    test('an account cannot grow beyond the maximum balance, counting the release of all its holds', async () => {
      const most = Number.MAX_SAFE_INTEGER
      const account = await openAccount(store, most)
      const { accountId } = account
      const hold = holdOf(account, most)
      await store.hold(hold)
      await expect(store.topUp(accountId, 1)).rejects.toMatchObject({ code: 'bad_request' })
      await store.capture({ ...hold, amount: 5 })
      await store.hold(holdOf(account, most - 5))
      expect(await store.topUp(accountId, 5)).toMatchObject({ balance: 5, held: most - 5 })
      await expect(store.topUp(accountId, 1)).rejects.toMatchObject({ code: 'bad_request' })
    })

    test('another handle sees a hold and can close it', async () => {
      const account = await openAccount(store, 1000)
      const hold = holdOf(account, 300, `hold_${randomUUID()}`)
      await store.hold(hold)
      const other = await open()
      expect(await other.holds(account.accountId)).toEqual(await store.holds(account.accountId))
      expect(await other.capture({ ...hold, amount: 1 })).toEqual({ balance: 999 })
      other.close()
      expect(await store.capture({ ...hold, amount: 1 })).toEqual({ balance: 999 })
    })
  })
}
