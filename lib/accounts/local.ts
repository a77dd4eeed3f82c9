import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { unavailable } from '../errors/index.ts'
import { newAccountId, newKeyId } from './keys.ts'
import { asFault, openDatabase, transaction } from './local/database.ts'
import { accountOf, keyOf, ledgerRowOf, type Row } from './local/rows.ts'
import { statements } from './local/statements.ts'
import type { Account, AccountStore, Charge, KeyRecord, KeyState, LedgerRow } from './port.ts'
import { maxKeysPerAccount } from './port.ts'
import {
  accountExists,
  balanceTooLarge,
  checkCharge,
  keyExists,
  noSuchAccount,
  noSuchKey,
  revokedIsFinal,
  tooManyKeys,
} from './refusals.ts'
import { checkAccountId, checkAmount, checkChargeFields, checkGrant, checkKey } from './rules.ts'

/**
 * Opens the accounts of a laptop: one SQLite file, shared by the workers of the local server and the
 * command line. Throws `ApiError` `service_unavailable` when the file cannot be used.
 */
export function openLocalAccounts(path: string): AccountStore {
  try {
    return new LocalAccounts(openDatabase(path))
  } catch (error) {
    throw unavailable(error)
  }
}

type Statements = Record<keyof typeof statements, StatementSync>

class LocalAccounts implements AccountStore {
  readonly #database: DatabaseSync
  readonly #sql: Statements

  constructor(database: DatabaseSync) {
    this.#database = database
    const prepared = Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)])
    this.#sql = Object.fromEntries(prepared)
  }

  async authenticate(keySha256: string) {
    return this.#guarded(() => {
      const row = this.#sql.keyBySha256.get(keySha256)
      if (!row) return undefined
      const { state, keyId } = keyOf(row)
      const { accountId, balance, grants } = accountOf(row)
      return { state, caller: { accountId, keyId, balance, grants } }
    })
  }

  async charge(charge: Charge) {
    checkChargeFields(charge)
    const { accountId, keyId, requestId, operation, amount } = charge
    return this.#write(() => {
      const row = this.#sql.chargeable.get({ accountId, keyId, requestId })
      const balance = Number(row?.balance ?? 0)
      if (row?.repeated) return { balance }
      checkCharge((row?.state ?? undefined) as KeyState | undefined, balance, amount)
      // 0 - amount, for -0 is not 0 everywhere.
      return { balance: this.#move(accountId, 0 - amount, { keyId, requestId, operation }) }
    })
  }

  async createAccount({ accountId = newAccountId(), balance }: Parameters<CreateAccount>[0]) {
    checkAccountId(accountId)
    checkAmount(balance, 0)
    return this.#write(() => {
      if (this.#find(accountId)) throw accountExists(accountId)
      this.#sql.insertAccount.run(accountId, new Date().toISOString())
      if (balance > 0) this.#move(accountId, balance)
      return this.#account(accountId)
    })
  }

  async getAccount(accountId: string) {
    return this.#guarded(() => this.#find(accountId))
  }

  async addKey({ accountId, keySha256, hint }: Parameters<AccountStore['addKey']>[0]) {
    checkKey(keySha256, hint)
    return this.#write(() => {
      this.#account(accountId)
      if (Number(this.#sql.countKeys.get(accountId)?.count) >= maxKeysPerAccount) {
        throw tooManyKeys(accountId, maxKeysPerAccount)
      }
      if (this.#sql.keyBySha256.get(keySha256)) throw keyExists()
      const keyId = newKeyId()
      const createdAt = new Date().toISOString()
      this.#sql.insertKey.run(keyId, accountId, keySha256, hint, createdAt)
      return { keyId, accountId, state: 'active', hint, createdAt } satisfies KeyRecord
    })
  }

  async listKeys(accountId?: string) {
    return this.#guarded(() => {
      const { allKeys, keysOfAccount } = this.#sql
      const rows = accountId === undefined ? allKeys.all() : keysOfAccount.all(accountId)
      return rows.map(keyOf)
    })
  }

  async setKeyState(keyId: string, state: KeyState) {
    return this.#write(() => {
      const row = this.#sql.keyById.get(keyId)
      if (!row) throw noSuchKey(keyId)
      if (row.state === 'revoked' && state !== 'revoked') throw revokedIsFinal(keyId)
      this.#sql.setKeyState.run(state, keyId)
      return { ...keyOf(row), state }
    })
  }

  async deleteKey(keyId: string) {
    this.#write(() => {
      if (this.#sql.deleteKey.run(keyId).changes === 0) throw noSuchKey(keyId)
    })
  }

  async topUp(accountId: string, amount: number) {
    checkAmount(amount, 1)
    return this.#write(() => {
      const { balance } = this.#account(accountId)
      if (balance > Number.MAX_SAFE_INTEGER - amount) throw balanceTooLarge(accountId)
      this.#move(accountId, amount)
      return this.#account(accountId)
    })
  }

  async setGrant(accountId: string, grant: string, granted: boolean) {
    checkGrant(grant)
    return this.#write(() => {
      this.#account(accountId)
      const change = granted ? this.#sql.insertGrant : this.#sql.deleteGrant
      change.run(accountId, grant)
      return this.#account(accountId)
    })
  }

  async *ledger(accountId: string): AsyncGenerator<LedgerRow> {
    // By pages, so that a slow reader holds no snapshot of the file open.
    let after = 0
    for (;;) {
      const page = this.#guarded(() => this.#sql.ledgerPage.all(accountId, after)).map(ledgerRowOf)
      if (page.length === 0) return
      yield* page
      after = page.at(-1)!.sequence
    }
  }

  close() {
    if (this.#database.isOpen) this.#database.close()
  }

  #find(accountId: string): Account | undefined {
    const row = this.#sql.account.get(accountId)
    return row && accountOf(row)
  }

  #account(accountId: string): Account {
    const account = this.#find(accountId)
    if (!account) throw noSuchAccount(accountId)
    return account
  }

  /** Moves a balance and writes the ledger row of it; gives the balance afterwards. */
  #move(accountId: string, amount: number, charge?: Omit<Charge, 'accountId' | 'amount'>): number {
    const moved = this.#sql.moveBalance.get(amount, accountId) as Row
    this.#sql.insertLedgerRow.run({
      accountId,
      sequence: moved.moves ?? null,
      kind: charge ? 'charge' : 'credit',
      amount,
      balanceAfter: moved.balance ?? null,
      at: new Date().toISOString(),
      keyId: charge?.keyId ?? null,
      requestId: charge?.requestId ?? null,
      operation: charge?.operation ?? null,
    })
    return Number(moved.balance)
  }

  #write<T>(work: () => T): T {
    return this.#guarded(() => transaction(this.#database, work))
  }

  #guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw asFault(error)
    }
  }
}

type CreateAccount = AccountStore['createAccount']
