import fc from 'fast-check'
import type { KeyState } from '#platform/accounts'

/** An event in the history of one account with {@link keyCount} keys. */
export type Step =
  | { do: 'charge'; key: number; request: number; amount: number }
  | { do: 'hold'; key: number; hold: number; amount: number; expired: boolean }
  | { do: 'capture'; hold: number; amount: number }
  | { do: 'release'; hold: number }
  | { do: 'releaseExpired' }
  | { do: 'topUp'; amount: number }
  | { do: 'state'; key: number; state: KeyState }
  | { do: 'delete'; key: number }

export const keyCount = 3

const key = fc.nat({ max: keyCount - 1 })
const amount = fc.integer({ min: 0, max: 1000 })
// Few ids, so that most holds are made, closed and requested again.
const hold = fc.nat({ max: 4 })
// Few amounts, so that a hold is often repeated with the same amount.
const holdAmount = fc.constantFrom(0, 1, 100, 300)
const kind = <Kind extends Step['do']>(name: Kind) => fc.constant(name)

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: kind('charge'), key, request: fc.nat({ max: 19 }), amount }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: kind('hold'),
      key,
      hold,
      amount: holdAmount,
      expired: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: kind('capture'), hold, amount: holdAmount }) },
  { weight: 1, arbitrary: fc.record({ do: kind('release'), hold }) },
  { weight: 1, arbitrary: fc.record({ do: kind('releaseExpired') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: kind('topUp'), amount: fc.integer({ min: 1, max: 1000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: kind('state'),
      key,
      state: fc.constantFrom<KeyState>('active', 'suspended', 'revoked'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: kind('delete'), key }) },
)

interface OpenHold {
  key: number
  amount: number
  expired: boolean
}

export interface Model {
  balance: number
  states: (KeyState | 'deleted')[]
  requests: Set<number>
  holds: Map<number, OpenHold | 'captured' | 'released'>
}

export function newModel(balance: number): Model {
  return {
    balance,
    states: Array(keyCount).fill('active'),
    requests: new Set(),
    holds: new Map(),
  }
}

export function heldIn({ holds }: Model): number {
  return [...holds.values()].reduce(
    (sum, hold) => sum + (typeof hold === 'object' ? hold.amount : 0),
    0,
  )
}

/** Applies a step to a simple reference implementation of the rules of keys, balances and holds. */
export function applyTo(model: Model, step: Step): string {
  switch (step.do) {
    case 'topUp':
      model.balance += step.amount
      return 'done'
    case 'charge':
      if (model.requests.has(step.request)) return 'done'
      return pay(model, step, () => model.requests.add(step.request))
    case 'hold': {
      const { key, amount, expired } = step
      const known = model.holds.get(step.hold)
      if (typeof known === 'object') {
        return known.key === key && known.amount === amount ? 'done' : 'bad_request'
      }
      if (known) return 'bad_request'
      return pay(model, step, () => model.holds.set(step.hold, { key, amount, expired }))
    }
    case 'capture':
      return close(model, step.hold, step.amount)
    case 'release':
      return close(model, step.hold, 0)
    case 'releaseExpired':
      releaseExpired(model)
      return 'done'
    case 'state': {
      const state = model.states[step.key]
      if (state === 'deleted') return 'not_found'
      if (state === 'revoked' && step.state !== 'revoked') return 'bad_request'
      model.states[step.key] = step.state
      return 'done'
    }
    case 'delete':
      if (model.states[step.key] === 'deleted') return 'not_found'
      model.states[step.key] = 'deleted'
      return 'done'
  }
}

function pay(model: Model, { key, amount }: { key: number; amount: number }, note: () => void) {
  if (model.states[key] !== 'active') return 'forbidden'
  if (model.balance + expiredIn(model) < amount) return 'payment_required'
  if (model.balance < amount) releaseExpired(model)
  model.balance -= amount
  note()
  return 'done'
}

/** Returns the amount that expired holds would add to the balance. */
export function expiredIn({ holds }: Model): number {
  return [...holds.values()].reduce(
    (sum, hold) => sum + (typeof hold === 'object' && hold.expired ? hold.amount : 0),
    0,
  )
}

function releaseExpired(model: Model): void {
  for (const [id, hold] of model.holds) {
    if (typeof hold === 'object' && hold.expired) close(model, id, 0)
  }
}

function close(model: Model, id: number, amount: number): string {
  const known = model.holds.get(id)
  const closing = amount === 0 ? 'released' : 'captured'
  if (!known) return 'not_found'
  if (typeof known === 'string') return known === closing ? 'done' : 'bad_request'
  if (known.amount < amount) return 'bad_request'
  model.balance += known.amount - amount
  model.holds.set(id, closing)
  return 'done'
}
