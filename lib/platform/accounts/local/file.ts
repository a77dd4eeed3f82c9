import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { asFault, type DatabaseFile, openDatabase, transaction } from '#platform/stores/sqlite'
import type { Account, Charge } from '../port.ts'
import { noSuchAccount } from '../refusals.ts'
import { accountsFile } from './database.ts'
import { accountOf, type Row } from './rows.ts'
import { statements } from './statements.ts'

type Statements = Record<keyof typeof statements, StatementSync>

/** The open accounts file: its prepared statements, transactions and moves of a balance. */
export class AccountsFile {
  readonly sql: Statements
  readonly #layout: DatabaseFile
  readonly #database: DatabaseSync

  constructor(path: string) {
    const layout = accountsFile(path)
    const database = openDatabase(layout)
    this.#layout = layout
    this.#database = database
    const prepared = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)])
    this.sql = Object.fromEntries(prepared)
  }

  /** Runs `work` as one transaction: all of it or nothing. A fault of the file is `service_unavailable`. */
  write<T>(work: () => T): T {
    return this.read(() => transaction(this.#database, work))
  }

  read<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw asFault(error, this.#layout)
    }
  }

  find(accountId: string): Account | undefined {
    const row = this.sql.account.get(accountId)
    return row && accountOf(row)
  }

  /** Throws `not_found` when there is none. */
  account(accountId: string): Account {
    const account = this.find(accountId)
    if (!account) throw noSuchAccount(accountId)
    return account
  }

  /** Moves a balance and writes the ledger row; gives the balance afterwards. */
  move(accountId: string, amount: number, charge?: Omit<Charge, 'accountId' | 'amount'>): number {
    const moved = this.sql.moveBalance.get(amount, accountId) as Row
    this.sql.insertLedgerRow.run({
      accountId,
      sequence: moved.moves ?? null,
      kind: charge ? 'charge' : 'credit',
      amount,
      balanceAfter: moved.balance ?? null,
      heldAfter: moved.held ?? null,
      at: new Date().toISOString(),
      keyId: charge?.keyId ?? null,
      requestId: charge?.requestId ?? null,
      operation: charge?.operation ?? null,
    })
    return Number(moved.balance)
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }
}
