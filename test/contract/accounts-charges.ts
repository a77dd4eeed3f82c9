import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AccountStore, idempotencyWindowMoves } from '#platform/accounts'
import {
  type ContractOptions,
  charge,
  expectBalancedLedger,
  openAccount,
  price,
  refused,
} from './accounts-fixtures.ts'

/** The contract of charges and their ledger rows. */
export function chargesContract({ open, fewCalls = false }: ContractOptions): void {
  let store: AccountStore
  beforeAll(async () => {
    store = await open()
    return () => store.close()
  })

  describe('charges', () => {
    test('a charge takes its amount, returns the remaining balance and leaves a ledger row', async () => {
      const account = await openAccount(store, 1000)
      const requestId = randomUUID()
      expect(await charge(store, account, 300, requestId)).toEqual({ balance: 700 })
      const rows = await expectBalancedLedger(store, account.accountId)
      expect(rows[1]).toEqual({
        accountId: account.accountId,
        sequence: 2,
        kind: 'charge',
        amount: -300,
        balanceAfter: 700,
        at: expect.any(String),
        keyId: account.keyId,
        requestId,
        operation: 'routing/route',
      })
    })

    test('a balance can be spent to zero but not below', async () => {
      const account = await openAccount(store, price)
      expect(await charge(store, account)).toEqual({ balance: 0 })
      await expect(charge(store, account, 1)).rejects.toMatchObject({
        code: 'payment_required',
        message: 'Insufficient balance. Please top up your account.',
      })
      expect(await charge(store, account, 0)).toEqual({ balance: 0 })
      await store.topUp(account.accountId, 1)
      expect(await charge(store, account, 1)).toEqual({ balance: 0 })
      await expectBalancedLedger(store, account.accountId)
    })

    test('the state of the key is reported before the state of the balance', async () => {
      const account = await openAccount(store, 0)
      await store.setKeyState(account.keyId, 'suspended')
      await expect(charge(store, account)).rejects.toMatchObject(refused('API key is suspended'))
    })

    test('a key pays only from its own account', async () => {
      const mine = await openAccount(store, price)
      const theirs = await openAccount(store, price)
      const mixed = { accountId: theirs.accountId, keyId: mine.keyId }
      await expect(charge(store, mixed)).rejects.toMatchObject(refused('Invalid API key'))
      const nowhere = { accountId: 'nobody', keyId: mine.keyId }
      await expect(charge(store, nowhere)).rejects.toMatchObject(refused('Invalid API key'))
      const nameless = { accountId: mine.accountId, keyId: 'constructor' }
      await expect(charge(store, nameless)).rejects.toMatchObject(refused('Invalid API key'))
    })

    test('exactly 50 of 200 parallel charges succeed on a balance for 50', async () => {
      const account = await openAccount(store, 50 * price)
      const results = await Promise.allSettled(
        Array.from({ length: 200 }, () => charge(store, account)),
      )
      const refusals = results.flatMap((r) => (r.status === 'rejected' ? [r.reason.code] : []))
      expect(refusals).toEqual(Array.from({ length: 150 }, () => 'payment_required'))
      expect((await store.getAccount(account.accountId))?.balance).toBe(0)
      const rows = await expectBalancedLedger(store, account.accountId)
      expect(rows.filter(({ kind }) => kind === 'charge')).toHaveLength(50)
    })

    test('the same request is charged once, in sequence and in parallel', async () => {
      const account = await openAccount(store, 10 * price)
      const requestId = randomUUID()
      const repeats = Array.from({ length: 8 }, () => charge(store, account, price, requestId))
      const results = await Promise.all(repeats)
      for (const { balance } of results) expect(balance).toBe(9 * price)
      expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1)
      expect(await charge(store, account, price, requestId)).toEqual({
        balance: 9 * price,
        repeated: true,
      })
      expect(await expectBalancedLedger(store, account.accountId)).toHaveLength(2)
    })

    test(`the same request is charged once with ${idempotencyWindowMoves} moves in between`, async () => {
      const account = await openAccount(store, 100 * price)
      const requestId = randomUUID()
      await charge(store, account, price, requestId)
      for (let move = 1; move < idempotencyWindowMoves; move++) await charge(store, account)
      const { balance } = await store.topUp(account.accountId, 1)
      expect(await charge(store, account, price, requestId)).toEqual({ balance, repeated: true })
      expect(await expectBalancedLedger(store, account.accountId)).toHaveLength(
        idempotencyWindowMoves + 2,
      )
    })

    test('a repeat succeeds even when the money or the key is gone', async () => {
      const account = await openAccount(store, price)
      const requestId = randomUUID()
      await charge(store, account, price, requestId)
      await store.setKeyState(account.keyId, 'revoked')
      expect(await charge(store, account, price, requestId)).toEqual({ balance: 0, repeated: true })
    })

    test('a charge that is no longer due takes nothing', async () => {
      const account = await openAccount(store, price)
      const { accountId, keyId } = account
      const request = { accountId, keyId, requestId: randomUUID(), operation: 'x', amount: price }
      await expect(store.charge(request, () => false)).rejects.toMatchObject({
        code: 'gateway_timeout',
      })
      expect(await expectBalancedLedger(store, accountId)).toHaveLength(1)
      expect(await store.charge(request, () => true)).toEqual({ balance: 0 })
    })

    test('requests of two accounts may have the same id', async () => {
      const [one, two] = [await openAccount(store, price), await openAccount(store, price)]
      const requestId = randomUUID()
      expect(await charge(store, one, price, requestId)).toEqual({ balance: 0 })
      expect(await charge(store, two, price, requestId)).toEqual({ balance: 0 })
    })

    test.each(['', 'x'.repeat(129)])('"%s" is refused as a request id', async (requestId) => {
      const account = await openAccount(store, price)
      await expect(charge(store, account, price, requestId)).rejects.toThrow(RangeError)
    })

    test('a long ledger is read in full and in order', async () => {
      const charges = fewCalls ? 100 : 600
      const account = await openAccount(store, charges)
      for (let done = 0; done < charges; done += 50) {
        await Promise.all(Array.from({ length: 50 }, () => charge(store, account, 1)))
      }
      expect(await expectBalancedLedger(store, account.accountId)).toHaveLength(charges + 1)
    })
  })
}
