import { type Capture, type Hold, maxOpenHolds, type OpenHold } from '../port.ts'
import {
  checkCapture,
  checkCharge,
  checkClosing,
  holdClosed,
  noSuchHold,
  otherHold,
  tooManyHolds,
} from '../refusals.ts'
import { checkAmount, checkHoldFields, formatExpiry } from '../validation.ts'
import type { AccountItems } from './accounts.ts'
import type { ExpiredHolds } from './expired-holds.ts'
import {
  makeEmptySlots,
  prependToList,
  requireUnchangedKeyStates,
  type Update,
} from './move-updates.ts'
import { AccountSnapshot, closedSlots, makeClosingMark } from './snapshot.ts'
import type { HoldEntry, LastMove } from './table.ts'
import { formatNow } from './time.ts'

/**
 * Manages holds in the account item. Opening and closing a hold is one conditional update each, so that `balance`,
 * `held` and `holds` always agree. Closing removes the hold from `holds`, so that a repeated capture, however late,
 * cannot charge again. `closed` allows it to get the same answer as the first capture.
 */
export class TableHolds {
  readonly #accounts: AccountItems
  readonly #expired: ExpiredHolds

  constructor(accounts: AccountItems, expired: ExpiredHolds) {
    this.#accounts = accounts
    this.#expired = expired
  }

  async hold(hold: Hold): Promise<{ balance: number }> {
    const { accountId, amount } = hold
    checkHoldFields(hold)
    const need = { amount, opensHold: true }
    return this.#expired.releaseIfNeeded(accountId, need, () => this.#hold(hold))
  }

  async #hold(hold: Hold): Promise<{ balance: number }> {
    const { accountId, keyId, holdId, operation, amount } = hold
    const expiresAt = formatExpiry(hold)
    const entry = { keyId, operation, amount, at: formatNow(), ...(expiresAt && { expiresAt }) }
    const next = (snapshot: AccountSnapshot | undefined): Update | { balance: number } => {
      const open = snapshot?.findHold(holdId)
      if (snapshot && open) {
        const same = open.keyId === keyId && open.operation === operation && open.amount === amount
        if (!same) throw otherHold(holdId)
        return { balance: snapshot.balance }
      }
      if (snapshot?.findClosing(holdId)) throw holdClosed(holdId)
      checkCharge(snapshot?.findKeyState(keyId), snapshot?.balance ?? 0, amount)
      if (snapshot && snapshot.openHolds >= maxOpenHolds) throw tooManyHolds(maxOpenHolds)
      return snapshot?.takesHolds
        ? makeHoldUpdate(holdId, entry, snapshot.version)
        : makeFirstHoldUpdate(holdId, entry, snapshot?.version)
    }
    const known = this.#accounts.getCached(accountId)
    const first =
      known?.findKeyState(keyId) === 'active' && known.takesHolds
        ? makeHoldUpdate(holdId, entry, known.version)
        : next(await this.#accounts.refresh(accountId))
    return 'balance' in first ? first : this.#accounts.move(accountId, first, next)
  }

  async capture({ accountId, holdId, amount }: Capture): Promise<{ balance: number }> {
    checkAmount(amount, 0)
    const at = formatNow()
    const next = (snapshot: AccountSnapshot | undefined) => {
      const open = snapshot?.findHold(holdId)
      if (open) {
        checkCapture(holdId, open.amount, amount)
        return makeCloseUpdate(holdId, open, amount, at)
      }
      checkClosing(holdId, snapshot?.findClosing(holdId), amount)
      return { balance: snapshot!.balance }
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

/** Returns the condition that the balance covers the amount and no key state has changed since `version`. */
function requirePayable(version: number | undefined): ReturnType<typeof requireUnchangedKeyStates> {
  const { expression, ...rest } = requireUnchangedKeyStates(version)
  return { expression: `${expression} AND #balance >= :amount`, ...rest }
}

function makeHoldUpdate(holdId: string, entry: HoldEntry, version: number | undefined): Update {
  const { expression, names: versionName, values } = requirePayable(version)
  return {
    UpdateExpression:
      'SET #balance = #balance - :amount, #held = #held + :amount, #holds.#hold = :entry',
    ConditionExpression: [
      expression,
      // A path into a missing map would make the update invalid.
      'attribute_exists(#holds)',
      'attribute_not_exists(#holds.#hold)',
      'size(#holds) < :max',
      'NOT contains(#closed, :captured)',
      'NOT contains(#closed, :released)',
    ].join(' AND '),
    ExpressionAttributeNames: { ...names, ...versionName, '#hold': holdId },
    ExpressionAttributeValues: {
      ...values,
      ':amount': entry.amount,
      ':entry': entry,
      ':max': maxOpenHolds,
      ':captured': makeClosingMark(holdId, 'captured'),
      ':released': makeClosingMark(holdId, 'released'),
    },
  }
}

/** Makes the update that creates the attributes of holds, so that accounts without jobs do not pay for them. */
function makeFirstHoldUpdate(
  holdId: string,
  entry: HoldEntry,
  version: number | undefined,
): Update {
  const { expression, names: versionName, values } = requirePayable(version)
  return {
    UpdateExpression:
      'SET #balance = #balance - :amount, #held = :amount, #holds = :holds, #closed = :closed',
    ConditionExpression: `${expression} AND attribute_not_exists(#holds)`,
    ExpressionAttributeNames: { ...names, ...versionName },
    ExpressionAttributeValues: {
      ...values,
      ':amount': entry.amount,
      ':holds': { [holdId]: entry },
      ':closed': makeEmptySlots(closedSlots),
    },
  }
}

const close = [
  'SET #balance = #balance + :rest',
  '#held = #held - :held',
  prependToList('#closed', [':mark'], closedSlots),
].join(', ')

/**
 * Makes the update that closes the hold if it is unchanged since it was read. An expression cannot add a path, so the
 * held amount is passed as a value.
 */
function makeCloseUpdate(holdId: string, hold: HoldEntry, amount: number, at: string): Update {
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
      ':mark': makeClosingMark(holdId, charged ? 'captured' : 'released'),
      ...(charged ? { ':one': 1, ':last': last } : {}),
    },
  }
}
