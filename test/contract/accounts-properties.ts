import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccountStore, KeyState } from '../../lib/accounts/index.ts'
import {
  type ContractOptions,
  expectBalancedLedger,
  openAccount,
  openKey,
} from './accounts-fixtures.ts'

type Step =
  | { do: 'charge'; key: number; request: number; amount: number }
  | { do: 'topUp'; amount: number }
  | { do: 'state'; key: number; state: KeyState }
  | { do: 'delete'; key: number }

const keyCount = 3
// Fewer steps than moves an account remembers, so that a request may come back at any time.
const mostSteps = 30

/** What is promised over random histories of one account. */
export function historiesContract({ open, runs }: ContractOptions): void {
  const key = fc.nat({ max: keyCount - 1 })
  const amount = fc.integer({ min: 0, max: 1000 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('charge' as const),
        key,
        request: fc.nat({ max: 19 }),
        amount,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('topUp' as const),
        amount: fc.integer({ min: 1, max: 1000 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('state' as const),
        key,
        state: fc.constantFrom<KeyState>('active', 'suspended', 'revoked'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  )

  const prepare = async (store: AccountStore, balance: number) => {
    const { accountId, keyId } = await openAccount(store, balance)
    const keyIds = [keyId]
    while (keyIds.length < keyCount) keyIds.push((await openKey(store, accountId)).keyId)
    return { accountId, keyIds }
  }

  const perform = async (
    store: AccountStore,
    { accountId, keyIds }: { accountId: string; keyIds: string[] },
    step: Step,
  ): Promise<string> => {
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

  describe('over random histories', () => {
    test('one step after the other has exactly the outcome of the rules', async () => {
      const store = await open()
      const history = fc.array(step, { maxLength: mostSteps })
      const property = fc.asyncProperty(amount, history, async (start, steps) => {
        const account = await prepare(store, start)
        const model = newModel(start)
        for (const next of steps) {
          expect(await perform(store, account, next)).toBe(applyTo(model, next))
          expect((await store.getAccount(account.accountId))?.balance).toBe(model.balance)
        }
        await expectBalancedLedger(store, account.accountId)
      })
      await fc.assert(property, { numRuns: runs })
      store.close()
    })

    test('steps taken at once, from two handles, keep balance = credits - charges', async () => {
      const stores = [await open(), await open()] as const
      const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 10 }), {
        maxLength: 3,
      })
      const property = fc.asyncProperty(amount, rounds, async (start, histories) => {
        const account = await prepare(stores[0], start)
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

interface Model {
  balance: number
  states: (KeyState | 'deleted')[]
  requests: Set<number>
}

function newModel(balance: number): Model {
  return { balance, states: Array(keyCount).fill('active'), requests: new Set() }
}

/** The rules of keys and balances once more, in the plainest words. */
function applyTo(model: Model, step: Step): string {
  if (step.do === 'topUp') {
    model.balance += step.amount
    return 'done'
  }
  const state = model.states[step.key]
  switch (step.do) {
    case 'charge':
      if (model.requests.has(step.request)) return 'done'
      if (state !== 'active') return 'forbidden'
      if (model.balance < step.amount) return 'payment_required'
      model.balance -= step.amount
      model.requests.add(step.request)
      return 'done'
    case 'state':
      if (state === 'deleted') return 'not_found'
      if (state === 'revoked' && step.state !== 'revoked') return 'bad_request'
      model.states[step.key] = step.state
      return 'done'
    case 'delete':
      if (state === 'deleted') return 'not_found'
      model.states[step.key] = 'deleted'
      return 'done'
  }
}
