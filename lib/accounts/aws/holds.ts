import { type Capture, type Hold, maxOpenHolds, type OpenHold, rememberedHolds } from '../port.ts'
import {
  checkCapture,
  checkCharge,
  checkClosing,
  holdClosed,
  noSuchHold,
  otherHold,
  tooManyHolds,
} from '../refusals.ts'
import { checkAmount, checkHoldFields } from '../rules.ts'
import type { AccountItems } from './accounts.ts'
import { nothingYet, sameStates, shifted, type Update } from './move.ts'
import { AccountSnapshot, closingMark } from './snapshot.ts'
import type { HoldEntry, LastMove } from './table.ts'
import { now } from './time.ts'

const slots = rememberedHolds + 1

/**
 * Holds in the account item. Making and closing one is each a single conditional update, so a hold is
 * counted in `balance`, in `held` and in `holds` at once or not at all. A hold that is closed is gone
 * from `holds`, which is what keeps a repeated capture from charging again however late it comes;
 * `closed` only lets it be answered like the first.
 */
export class Holds {
  readonly #accounts: AccountItems

  constructor(accounts: AccountItems) {
    this.#accounts = accounts
  }

  async hold(hold: Hold): Promise<{ balance: number }> {
    checkHoldFields(hold)
    const { accountId, keyId, holdId, operation, amount } = hold
    const entry = { keyId, operation, amount, at: now() }
    const next = (standing: AccountSnapshot | undefined): Update | { balance: number } => {
      const open = standing?.holdOf(holdId)
      if (standing && open) {
        const same = open.keyId === keyId && open.operation === operation && open.amount === amount
        if (!same) throw otherHold(holdId)
        return { balance: standing.balance }
      }
      if (standing?.closingOf(holdId)) throw holdClosed(holdId)
      checkCharge(standing?.stateOf(keyId), standing?.balance ?? 0, amount)
      if (standing && standing.openHolds >= maxOpenHolds) throw tooManyHolds(maxOpenHolds)
      return standing?.takesHolds
        ? holdUpdate(holdId, entry, standing.version)
        : firstHoldUpdate(holdId, entry, standing?.version)
    }
    const known = this.#accounts.remembered(accountId)
    const first =
      known?.stateOf(keyId) === 'active' && known.takesHolds
        ? holdUpdate(holdId, entry, known.version)
        : next(await this.#accounts.look(accountId))
    return 'balance' in first ? first : this.#accounts.move(accountId, first, next)
  }

  async capture({ accountId, holdId, amount }: Capture): Promise<{ balance: number }> {
    checkAmount(amount, 0)
    const at = now()
    const next = (standing: AccountSnapshot | undefined) => {
      const open = standing?.holdOf(holdId)
      if (open) {
        checkCapture(holdId, open.amount, amount)
        return closeUpdate(holdId, open, amount, at)
      }
      checkClosing(holdId, standing?.closingOf(holdId), amount)
      return { balance: standing!.balance }
    }
    const item = await this.#accounts.get(accountId)
    if (!item) throw noSuchHold(holdId)
    const first = next(new AccountSnapshot(item))
    return 'balance' in first ? first : this.#accounts.move(accountId, first, next)
  }

  async list(accountId: string): Promise<OpenHold[]> {
    const { holds = {} } = (await this.#accounts.get(accountId)) ?? {}
    return Object.entries(holds)
      .map(([holdId, entry]) => ({ holdId, ...entry }))
      .sort((a, b) => (a.at + a.holdId < b.at + b.holdId ? -1 : 1))
  }
}

const names = {
  '#balance': 'balance',
  '#held': 'held',
  '#holds': 'holds',
  '#closed': 'closed',
}

/** The condition that the account can pay by a key whose state has been seen. */
function payable(version: number | undefined): ReturnType<typeof sameStates> {
  const { expression, ...rest } = sameStates(version)
  return { expression: `${expression} AND #balance >= :amount`, ...rest }
}

function holdUpdate(holdId: string, entry: HoldEntry, version: number | undefined): Update {
  const { expression, names: versionName, values } = payable(version)
  return {
    UpdateExpression:
      'SET #balance = #balance - :amount, #held = #held + :amount, #holds.#hold = :entry',
    ConditionExpression: [
      expression,
      // For an account that never had a hold: a path into a map that is not there is no valid update.
      'attribute_exists(#holds)',
      'attribute_not_exists(#holds.#hold)',
      'size(#holds) < :most',
      'NOT contains(#closed, :captured)',
      'NOT contains(#closed, :released)',
    ].join(' AND '),
    ExpressionAttributeNames: { ...names, ...versionName, '#hold': holdId },
    ExpressionAttributeValues: {
      ...values,
      ':amount': entry.amount,
      ':entry': entry,
      ':most': maxOpenHolds,
      ':captured': closingMark(holdId, 'captured'),
      ':released': closingMark(holdId, 'released'),
    },
  }
}

/** The attributes of holds come with the first one: accounts without jobs never pay for their size. */
function firstHoldUpdate(holdId: string, entry: HoldEntry, version: number | undefined): Update {
  const { expression, names: versionName, values } = payable(version)
  return {
    UpdateExpression:
      'SET #balance = #balance - :amount, #held = :amount, #holds = :holds, #closed = :closed',
    ConditionExpression: `${expression} AND attribute_not_exists(#holds)`,
    ExpressionAttributeNames: { ...names, ...versionName },
    ExpressionAttributeValues: {
      ...values,
      ':amount': entry.amount,
      ':holds': { [holdId]: entry },
      ':closed': nothingYet(slots),
    },
  }
}

const close = [
  'SET #balance = #balance + :rest',
  '#held = #held - :held',
  shifted('#closed', ':mark', slots),
].join(', ')

/** Closes the hold if it is still the one that was read; a path cannot be added up, so its amount is given. */
function closeUpdate(holdId: string, hold: HoldEntry, amount: number, at: string): Update {
  const { keyId, operation } = hold
  const charged = amount > 0
  const last: LastMove = {
    kind: 'charge',
    amount: -amount,
    at,
    keyId,
    requestId: holdId,
    operation,
  }
  return {
    UpdateExpression: `${close}${charged ? ', #moves = #moves + :one, #last = :last' : ''} REMOVE #holds.#hold`,
    ConditionExpression: '#holds.#hold.#amount = :held AND #holds.#hold.#at = :at',
    ExpressionAttributeNames: {
      ...names,
      '#hold': holdId,
      '#amount': 'amount',
      '#at': 'at',
      ...(charged ? { '#moves': 'moves', '#last': 'last' } : {}),
    },
    ExpressionAttributeValues: {
      ':held': hold.amount,
      ':at': hold.at,
      ':rest': hold.amount - amount,
      ':mark': closingMark(holdId, charged ? 'captured' : 'released'),
      ...(charged ? { ':one': 1, ':last': last } : {}),
    },
  }
}
