import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccountStore } from '#platform/accounts'
import {
  type ContractOptions,
  expectBalancedLedger,
  openAccount,
  openKey,
} from './accounts-fixtures.ts'
import {
  applyTo,
  expiredIn,
  heldIn,
  keyCount,
  newModel,
  type Step,
  step,
} from './accounts-model.ts'

// Fewer steps than moves that an account remembers, so that a request may be repeated at any time.
const maxSteps = 30

/** The contract over random histories of one account. */
export function historiesContract({ open, runs }: ContractOptions): void {
  const start = fc.nat({ max: 1000 })
  const prepare = async (store: AccountStore, balance: number) => {
    const { accountId, keyId, sha256 } = await openAccount(store, balance)
    const keyIds = [keyId]
    while (keyIds.length < keyCount) keyIds.push((await openKey(store, accountId)).keyId)
    return { accountId, keyIds, sha256 }
  }

  const perform = async (
    store: AccountStore,
    { accountId, keyIds }: { accountId: string; keyIds: string[] },
    step: Step,
  ): Promise<string> => {
    const hold = { accountId, holdId: `hold_${'hold' in step && step.hold}` }
    try {
      switch (step.do) {
        case 'charge':
          await store.charge({
            accountId,
            keyId: keyIds[step.key]!,
            requestId: `request ${step.request}`,
            operation: 'routing/route',
            amount: step.amount,
          })
          break
        case 'hold':
          await store.hold({
            ...hold,
            keyId: keyIds[step.key]!,
            operation: 'geocoding/batch',
            amount: step.amount,
            expiresAt: step.expired ? '2026-01-01T00:00:00Z' : '2126-01-01T00:00:00Z',
          })
          break
        case 'releaseExpired':
          await store.releaseExpired(accountId)
          break
        case 'capture':
          await store.capture({ ...hold, amount: step.amount })
          break
        case 'release':
          await store.release(hold)
          break
        case 'topUp':
          await store.topUp(accountId, step.amount)
          break
        case 'state':
          await store.setKeyState(keyIds[step.key]!, step.state)
          break
        case 'delete':
          await store.deleteKey(keyIds[step.key]!)
      }
      return 'done'
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  describe('random histories', () => {
    test('have exactly the outcome of the rules when one step follows the other', async () => {
      const store = await open()
      const history = fc.array(step, { maxLength: maxSteps })
      const property = fc.asyncProperty(start, history, async (balance, steps) => {
        const account = await prepare(store, balance)
        const model = newModel(balance)
        for (const next of steps) {
          expect(await perform(store, account, next)).toBe(applyTo(model, next))
          const { balance, held } = (await store.getAccount(account.accountId))!
          expect({ balance, held }).toEqual({ balance: model.balance, held: heldIn(model) })
          const seen = await store.authenticate(account.sha256)
          if (seen) expect(seen.caller.balance).toBe(model.balance + expiredIn(model))
        }
        await expectBalancedLedger(store, account.accountId)
      })
      await fc.assert(property, { numRuns: runs })
      store.close()
    })

    test('keep balance = credits - charges - holds when two handles take steps at once', async () => {
      const stores = [await open(), await open()] as const
      const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 10 }), {
        maxLength: 3,
      })
      const property = fc.asyncProperty(start, rounds, async (balance, histories) => {
        const account = await prepare(stores[0], balance)
        for (const steps of histories) {
          const outcomes = await Promise.all(
            steps.map((next, i) => perform(stores[i % 2 ? 1 : 0], account, next)),
          )
          for (const outcome of outcomes) {
            expect(['done', 'payment_required', 'forbidden', 'bad_request', 'not_found']).toContain(
              outcome,
            )
          }
        }
        const rows = await expectBalancedLedger(stores[0], account.accountId)
        const requests = rows.flatMap(({ requestId }) => requestId ?? [])
        expect(new Set(requests).size).toBe(requests.length)
      })
      await fc.assert(property, { numRuns: runs })
      for (const store of stores) store.close()
    })
  })
}
