import { randomUUID } from 'node:crypto'
import { newAccountId } from '../keys.ts'
import type { Account, Charge } from '../port.ts'
import { accountExists, balanceTooLarge, checkCharge, noSuchAccount } from '../refusals.ts'
import { checkAccountId, checkAmount, checkChargeFields, checkGrant } from '../rules.ts'
import type { AccountItems } from './accounts.ts'
import { firstMove, moveUpdate, noMoves } from './move.ts'
import type { AccountItem } from './table.ts'
import { now } from './time.ts'

/** Accounts and what moves their balance for good: credits and charges. */
export class Balances {
  readonly #accounts: AccountItems

  constructor(accounts: AccountItems) {
    this.#accounts = accounts
  }

  async charge(charge: Charge): Promise<{ balance: number }> {
    checkChargeFields(charge)
    const { accountId, keyId, requestId, operation, amount } = charge
    const update = moveUpdate(
      requestId,
      // 0 - amount, for -0 is not 0 everywhere.
      { kind: 'charge', amount: 0 - amount, at: now(), keyId, requestId, operation },
      {
        expression: '#keys.#key = :active AND #balance >= :price',
        names: { '#keys': 'keys', '#key': keyId },
        values: { ':active': 'active', ':price': amount },
      },
    )
    return this.#accounts.move(accountId, update, (standing) => {
      if (standing?.hasMoved(requestId)) return { balance: standing.balance }
      checkCharge(standing?.stateOf(keyId), standing?.balance ?? 0, amount)
      return update
    })
  }

  async create({
    accountId = newAccountId(),
    balance,
  }: {
    accountId?: string
    balance: number
  }): Promise<Account> {
    checkAccountId(accountId)
    checkAmount(balance, 0)
    const createdAt = now()
    const createdBy = randomUUID()
    const base = { accountId, balance, keys: {}, createdAt, createdBy }
    const item: AccountItem =
      balance > 0
        ? {
            ...base,
            moves: 1,
            last: { kind: 'credit', amount: balance, at: createdAt },
            recent: firstMove(createdBy),
          }
        : { ...base, moves: 0, recent: noMoves() }
    if (!(await this.#accounts.create(item))) throw accountExists(accountId)
    return accountOf(item)
  }

  async get(accountId: string): Promise<Account | undefined> {
    const item = await this.#accounts.get(accountId)
    return item && accountOf(item)
  }

  async topUp(accountId: string, amount: number): Promise<Account> {
    checkAmount(amount, 1)
    const id = randomUUID()
    const last = { kind: 'credit', amount, at: now() } as const
    const room = Number.MAX_SAFE_INTEGER - amount
    // What is on hold may come back, so balance and holds must fit together; but a condition cannot add
    // up. Each gets a part of the room: half, until it is known how much is on hold.
    const update = (held: number) =>
      moveUpdate(id, last, {
        expression: '#balance <= :free AND (attribute_not_exists(#held) OR #held <= :held)',
        names: { '#held': 'held' },
        values: { ':free': room - held, ':held': held },
      })
    await this.#accounts.move(accountId, update(Math.floor(room / 2)), (standing) => {
      if (!standing) throw noSuchAccount(accountId)
      if (standing.hasMoved(id)) return { balance: standing.balance }
      if (standing.balance + standing.held > room) throw balanceTooLarge(accountId)
      return update(standing.held)
    })
    return accountOf((await this.#accounts.get(accountId))!)
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
    return accountOf(item)
  }
}

export function accountOf({ accountId, balance, held = 0, grants, createdAt }: AccountItem) {
  return { accountId, balance, held, grants: [...(grants ?? [])].sort(), createdAt }
}
