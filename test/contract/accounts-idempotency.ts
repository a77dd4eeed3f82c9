import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type AccountStore,
  type IdempotentCall,
  idempotencyHours,
  makeRecordId,
  maxIdempotentRepeats,
  maxKeptAnswerBytes,
} from '#platform/accounts'
import {
  type ContractOptions,
  expectBalancedLedger,
  openAccount,
  price,
} from './accounts-fixtures.ts'

type Account = Awaited<ReturnType<typeof openAccount>>

/** Returns an invocation of a call with an idempotency key; by default of a new call. */
export function invocationOf(
  { accountId }: { accountId: string },
  { key = randomUUID(), ...facts }: { key?: string } & Partial<IdempotentCall> = {},
): IdempotentCall {
  return {
    accountId,
    recordId: makeRecordId(accountId, key),
    fingerprint: 'body',
    requestId: randomUUID(),
    lockMs: 30_000,
    mayBeCharged: true,
    ...facts,
  }
}

/** Charges for an invocation, and keeps its answer. */
export function chargeFor(
  store: AccountStore,
  { accountId, keyId }: Pick<Account, 'accountId' | 'keyId'>,
  call: IdempotentCall,
  answer: Uint8Array | undefined,
) {
  const { requestId } = call
  const charge = { accountId, keyId, requestId, operation: 'routing/route', amount: price }
  return store.charge(charge, undefined, { call, answer })
}

const answer = Buffer.from('{"route":1}')
/** A lock that expires at once, as if its process had been killed. */
const killed = { lockMs: -1 }

/** The contract of calls with idempotency keys. */
export function idempotencyContract({ open, runs }: ContractOptions): void {
  let store: AccountStore
  beforeAll(async () => {
    store = await open()
    return () => store.close()
  })
  afterEach(() => void vi.useRealTimers())

  const begin = (call: IdempotentCall) => store.idempotency.begin(call)
  const charges = async ({ accountId }: Account) =>
    (await expectBalancedLedger(store, accountId)).filter(({ kind }) => kind === 'charge')

  describe('idempotency keys', () => {
    test('a charged call is answered again with the same bytes, and not charged again', async () => {
      const account = await openAccount(store, 10 * price)
      const call = invocationOf(account, { key: 'k' })
      expect(await store.idempotency.has(call)).toBe(false)
      expect(await begin(call)).toEqual({ kind: 'first' })
      expect(await chargeFor(store, account, call, answer)).toEqual({ balance: 9 * price })
      for (let i = 0; i < 8; i++) {
        const again = await begin(invocationOf(account, { key: 'k' }))
        expect(again).toEqual({ kind: 'answered', answer: expect.any(Uint8Array) })
        expect(Buffer.from((again as { answer: Uint8Array }).answer)).toEqual(answer)
      }
      expect(await store.idempotency.has(call)).toBe(true)
      expect(await charges(account)).toHaveLength(1)
    })

    test('another call with the same key is refused, while the first runs and afterwards', async () => {
      const account = await openAccount(store, 10 * price)
      const call = invocationOf(account, { key: 'k' })
      const other = { key: 'k', fingerprint: 'another body' }
      await begin(call)
      expect(await begin(invocationOf(account, other))).toEqual({ kind: 'other call' })
      await chargeFor(store, account, call, answer)
      expect(await begin(invocationOf(account, other))).toEqual({ kind: 'other call' })
    })

    test('one of several parallel calls is the first, and the others wait', async () => {
      const account = await openAccount(store, 10 * price)
      const beginnings = await Promise.all(
        Array.from({ length: 8 }, () => begin(invocationOf(account, { key: 'k' }))),
      )
      expect(beginnings.filter(({ kind }) => kind === 'first')).toHaveLength(1)
      const waiting = beginnings.filter(({ kind }) => kind === 'running')
      expect(waiting).toHaveLength(7)
      for (const each of waiting) {
        const { retryAfterMs } = each as { retryAfterMs: number }
        expect(retryAfterMs).toBeGreaterThan(0)
        expect(retryAfterMs).toBeLessThanOrEqual(30_000)
      }
    })

    test('a failed call frees its key, for another body too', async () => {
      const account = await openAccount(store, 10 * price)
      const call = invocationOf(account, { key: 'k' })
      await begin(call)
      await store.idempotency.end(call)
      expect(await store.idempotency.has(call)).toBe(false)
      const other = invocationOf(account, { key: 'k', fingerprint: 'another body' })
      expect(await begin(other)).toEqual({ kind: 'first' })
    })

    test('a call that could not be paid can be made again after a top-up', async () => {
      const account = await openAccount(store, 0)
      const call = invocationOf(account, { key: 'k' })
      await begin(call)
      await expect(chargeFor(store, account, call, answer)).rejects.toMatchObject({
        code: 'payment_required',
      })
      await store.idempotency.end(call)
      await store.topUp(account.accountId, price)
      const again = invocationOf(account, { key: 'k' })
      expect(await begin(again)).toEqual({ kind: 'first' })
      expect(await chargeFor(store, account, again, answer)).toEqual({ balance: 0 })
    })

    test('a call that was killed before its charge is made again, and can never charge', async () => {
      const account = await openAccount(store, 10 * price)
      const dead = invocationOf(account, { key: 'k', ...killed })
      expect(await begin(dead)).toEqual({ kind: 'first' })
      const next = invocationOf(account, { key: 'k', fingerprint: 'another body' })
      expect(await begin(next)).toEqual({ kind: 'first' })
      await expect(chargeFor(store, account, dead, answer)).rejects.toMatchObject({
        code: expect.stringMatching(/gateway_timeout|service_unavailable/),
      })
      await store.idempotency.end(dead)
      expect(await charges(account)).toHaveLength(0)
      expect(await begin(invocationOf(account, { key: 'k' }))).toEqual({ kind: 'other call' })
      await chargeFor(store, account, next, answer)
      expect(await charges(account)).toMatchObject([{ requestId: next.requestId }])
    })

    test(`a paid call whose answer was not kept is repeated ${maxIdempotentRepeats} times without a charge`, async () => {
      const account = await openAccount(store, 10 * price)
      const call = invocationOf(account, { key: 'k' })
      await begin(call)
      await chargeFor(store, account, call, undefined)
      for (let i = 0; i < maxIdempotentRepeats; i++) {
        const failed = invocationOf(account, { key: 'k' })
        expect(await begin(failed)).toEqual({ kind: 'paid' })
        expect(await begin(invocationOf(account, { key: 'k' }))).toMatchObject({ kind: 'running' })
        await store.idempotency.end(failed)
        const repeat = invocationOf(account, { key: 'k' })
        expect(await begin(repeat)).toEqual({ kind: 'paid' })
        await store.idempotency.keep(repeat, undefined)
      }
      expect(await begin(invocationOf(account, { key: 'k' }))).toEqual({ kind: 'used up' })
      const other = invocationOf(account, { key: 'k', fingerprint: 'another body' })
      expect(await begin(other)).toEqual({ kind: 'other call' })
      expect(await charges(account)).toHaveLength(1)
    })

    test('one of several parallel repeats works, and every killed repeat counts', async () => {
      const account = await openAccount(store, 10 * price)
      const call = invocationOf(account, { key: 'k' })
      await begin(call)
      await chargeFor(store, account, call, undefined)
      const beginnings = await Promise.all(
        Array.from({ length: 6 }, () => begin(invocationOf(account, { key: 'k' }))),
      )
      expect(beginnings.map(({ kind }) => kind).sort()).toEqual([
        'paid',
        ...Array.from({ length: 5 }, () => 'running'),
      ])
      const second = await openAccount(store, 10 * price)
      const paid = invocationOf(second, { key: 'k' })
      await begin(paid)
      await chargeFor(store, second, paid, undefined)
      const kinds: string[] = []
      for (let i = 0; i < maxIdempotentRepeats + 2; i++) {
        kinds.push((await begin(invocationOf(second, { key: 'k', ...killed }))).kind)
      }
      expect(kinds).toEqual([
        ...Array.from({ length: maxIdempotentRepeats }, () => 'paid'),
        'used up',
        'used up',
      ])
    })

    test('the answer of a repeat is kept, so the next call needs no work', async () => {
      const account = await openAccount(store, 10 * price)
      const call = invocationOf(account, { key: 'k' })
      await begin(call)
      await chargeFor(store, account, call, undefined)
      const repeat = invocationOf(account, { key: 'k' })
      await begin(repeat)
      await store.idempotency.keep(repeat, answer)
      expect(await begin(invocationOf(account, { key: 'k' }))).toMatchObject({ kind: 'answered' })
    })

    test('an answer over the limit is not kept', async () => {
      const account = await openAccount(store, 10 * price)
      const call = invocationOf(account, { key: 'k' })
      await begin(call)
      await chargeFor(store, account, call, Buffer.alloc(maxKeptAnswerBytes + 1))
      expect(await begin(invocationOf(account, { key: 'k' }))).toEqual({ kind: 'paid' })
    })

    test('a free call is kept without a charge', async () => {
      const account = await openAccount(store, 0)
      const call = invocationOf(account, { key: 'k', mayBeCharged: false })
      await begin(call)
      await store.idempotency.keep(call, answer)
      const again = invocationOf(account, { key: 'k', mayBeCharged: false })
      expect(await begin(again)).toMatchObject({ kind: 'answered' })
      expect(await charges(account)).toHaveLength(0)
    })

    test('the keys of one account are unknown to other accounts', async () => {
      const [one, two] = [await openAccount(store, price), await openAccount(store, price)]
      const call = invocationOf(one, { key: 'k' })
      await begin(call)
      await chargeFor(store, one, call, answer)
      expect(await begin(invocationOf(two, { key: 'k' }))).toEqual({ kind: 'first' })
    })

    test(`a record expires after ${idempotencyHours} hours, whether or not it was removed`, async () => {
      const account = await openAccount(store, 10 * price)
      const call = invocationOf(account, { key: 'k' })
      await begin(call)
      await chargeFor(store, account, call, answer)
      vi.useFakeTimers({
        toFake: ['Date'],
        now: Date.now() + idempotencyHours * 3_600_000 - 10_000,
      })
      expect(await begin(invocationOf(account, { key: 'k' }))).toMatchObject({ kind: 'answered' })
      vi.setSystemTime(Date.now() + 12_000)
      expect(await store.idempotency.has(call)).toBe(false)
      const other = invocationOf(account, { key: 'k', fingerprint: 'another body' })
      expect(await begin(other)).toEqual({ kind: 'first' })
      await chargeFor(store, account, other, answer)
      expect(await charges(account)).toHaveLength(2)
    })

    test('a call is charged once, and answered only when charged, whatever happens to its invocations', async () => {
      const fates = fc.array(
        fc.constantFrom('fails', 'killed before', 'killed after', 'answered', 'too large'),
        { minLength: 1, maxLength: 9 },
      )
      const property = fc.asyncProperty(fates, async (fates) => {
        const account = await openAccount(store, 100 * price)
        let repeats = 0
        for (const fate of fates) {
          const call = invocationOf(account, { key: 'k', ...killed })
          const beginning = await begin(call)
          const { kind } = beginning
          const isCharged = (await charges(account)).length > 0
          expect(kind === 'first').toBe(!isCharged)
          if (kind === 'first') {
            if (fate === 'fails') await store.idempotency.end(call)
            else if (fate !== 'killed before') {
              await chargeFor(store, account, call, fate === 'answered' ? answer : undefined)
            }
          } else if (kind === 'paid') {
            repeats++
            if (fate === 'fails' || fate === 'killed before') continue
            await store.idempotency.keep(call, fate === 'answered' ? answer : undefined)
          }
          expect(repeats).toBeLessThanOrEqual(maxIdempotentRepeats)
        }
        expect((await charges(account)).length).toBeLessThanOrEqual(1)
      })
      await fc.assert(property, { numRuns: Math.max(5, Math.floor(runs / 2)) })
    })
  })
}
