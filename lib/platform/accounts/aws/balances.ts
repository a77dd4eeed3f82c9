import { randomUUID } from 'node:crypto'
import { ApiError } from '#platform/errors'
import { makeAccountId } from '../keys.ts'
import type { Account, Charge, RateLimit } from '../port.ts'
import { accountExists, balanceTooLarge, checkCharge, noSuchAccount } from '../refusals.ts'
import {
  checkAccountId,
  checkAmount,
  checkChargeFields,
  checkGrant,
  checkRateLimit,
} from '../validation.ts'
import type { AccountItems } from './accounts.ts'
import type { ExpiredHolds } from './expired-holds.ts'
import {
  makeEmptyRecent,
  makeFirstRecent,
  makeMoveUpdate,
  requireUnchangedKeyStates,
} from './move-updates.ts'
import type { MoveAttempt, Moved, Moves } from './moves.ts'
import type { AccountSnapshot } from './snapshot.ts'
import type { AccountItem } from './table.ts'
import { formatNow } from './time.ts'

/** Manages accounts, their credits and their charges. */
export class Balances {
  readonly #accounts: AccountItems
  readonly #moves: Moves
  readonly #expired: ExpiredHolds

  constructor(accounts: AccountItems, moves: Moves, expired: ExpiredHolds) {
    this.#accounts = accounts
    this.#moves = moves
    this.#expired = expired
  }

  async charge(charge: Charge, isDue = () => true): Promise<Moved> {
    checkChargeFields(charge)
    return this.#expired.releaseIfNeeded(charge.accountId, charge, () =>
      this.#charge(charge, isDue),
    )
  }

  async #charge(charge: Charge, isDue: () => boolean): Promise<Moved> {
    const { accountId, keyId, requestId, operation, amount } = charge
    const at = formatNow()
    const chargeOn =
      ({ version }: AccountSnapshot): MoveAttempt =>
      (mark) => {
        if (!isDue()) throw new ApiError('gateway_timeout')
        const { expression, names, values } = requireUnchangedKeyStates(version)
        return makeMoveUpdate(
          requestId,
          mark,
          // 0 - amount avoids -0.
          { kind: 'charge', amount: 0 - amount, at, keyId, requestId, operation },
          {
            expression: `${expression} AND #balance >= :price`,
            names,
            values: { ...values, ':price': amount },
          },
        )
      }
    const next = (snapshot: AccountSnapshot | undefined): MoveAttempt | Moved => {
      if (snapshot?.hasMoved(requestId)) return { balance: snapshot.balance, repeated: true }
      checkCharge(snapshot?.findKeyState(keyId), snapshot?.balance ?? 0, amount)
      return chargeOn(snapshot!)
    }
    const known = this.#accounts.getCached(accountId)
    const first =
      known?.findKeyState(keyId) === 'active'
        ? chargeOn(known)
        : next(await this.#accounts.refresh(accountId))
    if (typeof first !== 'function') return first
    return this.#moves.move({ accountId, id: requestId, at }, first, next)
  }

  async create({
    accountId = makeAccountId(),
    balance,
  }: {
    accountId?: string
    balance: number
  }): Promise<Account> {
    checkAccountId(accountId)
    checkAmount(balance, 0)
    const createdAt = formatNow()
    const createdBy = randomUUID()
    const base = { accountId, balance, keys: {}, createdAt, createdBy }
    const item: AccountItem =
      balance > 0
        ? {
            ...base,
            moves: 1,
            last: { kind: 'credit', amount: balance, at: createdAt },
            recent: makeFirstRecent(createdBy),
          }
        : { ...base, moves: 0, recent: makeEmptyRecent() }
    if (!(await this.#accounts.create(item))) throw accountExists(accountId)
    return toAccount(item)
  }

  async get(accountId: string): Promise<Account | undefined> {
    const item = await this.#accounts.get(accountId)
    return item && toAccount(item)
  }

  async topUp(accountId: string, amount: number): Promise<Account> {
    checkAmount(amount, 1)
    const id = randomUUID()
    const at = formatNow()
    const room = Number.MAX_SAFE_INTEGER - amount
    // Holds may be released, so the sum of balance and holds is limited. A condition cannot add, so it limits each to
    // its share.
    const creditOn =
      ({ held }: AccountSnapshot): MoveAttempt =>
      (mark) =>
        makeMoveUpdate(
          id,
          mark,
          { kind: 'credit', amount, at, creditId: id },
          {
            expression: '#balance <= :free AND (attribute_not_exists(#held) OR #held <= :held)',
            names: { '#held': 'held' },
            values: { ':free': room - held, ':held': held },
          },
        )
    const next = (snapshot: AccountSnapshot | undefined): MoveAttempt | Moved => {
      if (!snapshot) throw noSuchAccount(accountId)
      if (snapshot.balance + snapshot.held > room) throw balanceTooLarge(accountId)
      return creditOn(snapshot)
    }
    const first = next(await this.#accounts.refresh(accountId))
    if (typeof first === 'function') await this.#moves.move({ accountId, id, at }, first, next)
    return toAccount((await this.#accounts.get(accountId))!)
  }

  async setLimit(accountId: string, limit: RateLimit | undefined): Promise<Account> {
    if (limit) checkRateLimit(limit)
    const item = await this.#accounts.change(
      accountId,
      {
        UpdateExpression: limit ? 'SET #limit = :limit' : 'REMOVE #limit',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#limit': 'limit' },
        ExpressionAttributeValues: limit && { ':limit': limit },
      },
      () => {
        throw noSuchAccount(accountId)
      },
    )
    return toAccount(item)
  }

  async setGrant(accountId: string, grant: string, granted: boolean): Promise<Account> {
    checkGrant(grant)
    const item = await this.#accounts.change(
      accountId,
      {
        UpdateExpression: `${granted ? 'ADD' : 'DELETE'} #grants :grants`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#grants': 'grants' },
        ExpressionAttributeValues: { ':grants': new Set([grant]) },
      },
      () => {
        throw noSuchAccount(accountId)
      },
    )
    return toAccount(item)
  }
}

export function toAccount(item: AccountItem): Account {
  const { accountId, balance, held = 0, grants, limit, createdAt } = item
  return {
    accountId,
    balance,
    held,
    grants: [...(grants ?? [])].sort(),
    ...(limit && { limit }),
    createdAt,
  }
}
