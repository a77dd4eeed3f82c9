import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type DatabaseFile, openDatabase, runTransaction, toFault } from '#platform/stores/sqlite'
import type { Account, Charge } from '../port.ts'
import { noSuchAccount } from '../refusals.ts'
import { describeAccountsFile } from './database.ts'
import { type Row, readAccount } from './rows.ts'
import { statements } from './statements.ts'

type Statements = Record<keyof typeof statements, StatementSync>

/** The open accounts file: its prepared statements, transactions and moves of a balance. */
export class AccountsFile {
  readonly sql: Statements
  readonly #layout: DatabaseFile
  readonly #database: DatabaseSync

  constructor(path: string) {
    const layout = describeAccountsFile(path)
    const database = openDatabase(layout)
    this.#layout = layout
    this.#database = database
    const prepared = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)])
    this.sql = Object.fromEntries(prepared)
  }

  /** Runs `work` as one transaction. A fault of the file is `service_unavailable`. */
  write<T>(work: () => T): T {
    return this.read(() => runTransaction(this.#database, work))
  }

  read<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw toFault(error, this.#layout)
    }
  }

  find(accountId: string): Account | undefined {
    const row = this.sql.account.get(accountId)
    return row && readAccount(row)
  }

  /** Returns an account. Throws `not_found` when it does not exist. */
  account(accountId: string): Account {
    const account = this.find(accountId)
    if (!account) throw noSuchAccount(accountId)
    return account
  }

  /** Moves a balance, writes the ledger row, and returns the new balance. */
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
