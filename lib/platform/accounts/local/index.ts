import { ApiError, unavailable } from '#platform/errors'
import { findDamage as damageOf } from '#platform/stores/sqlite'
import type { IdempotencyRecords, KeptCharge } from '../idempotency.ts'
import { makeAccountId, makeKeyId } from '../keys.ts'
import {
  type AccountStore,
  type Capture,
  type Charge,
  type Hold,
  type KeyRecord,
  type KeyState,
  type LedgerRow,
  maxKeysPerAccount,
  type RateLimit,
} from '../port.ts'
import { computeGcraParameters } from '../rate-limit.ts'
import {
  accountExists,
  balanceTooLarge,
  checkCharge,
  keyExists,
  noSuchKey,
  revokedIsFinal,
  tooManyKeys,
} from '../refusals.ts'
import {
  checkAccountId,
  checkAmount,
  checkChargeFields,
  checkGrant,
  checkKey,
  checkRateLimit,
} from '../validation.ts'
import { describeAccountsFile } from './database.ts'
import { AccountsFile } from './file.ts'
import { FileHolds } from './holds.ts'
import { FileIdempotency, idempotencyLimits } from './idempotency.ts'
import { readAccount, readKey, readLedgerRow } from './rows.ts'

/** Returns the fault of the accounts file, if any. */
export function findDamage(path: string): Error | undefined {
  return damageOf(describeAccountsFile(path))
}

/**
 * Opens the accounts of a local installation: one SQLite file, shared by the workers of the local server and the
 * command line. Throws `ApiError` `service_unavailable` when the file cannot be used.
 */
export function openLocalAccounts(path: string, limits = idempotencyLimits): AccountStore {
  try {
    return new LocalAccounts(new AccountsFile(path), limits)
  } catch (error) {
    throw unavailable(error)
  }
}

class LocalAccounts implements AccountStore {
  readonly #file: AccountsFile
  readonly #sql: AccountsFile['sql']
  readonly #holds: FileHolds
  readonly #idempotency: FileIdempotency

  constructor(file: AccountsFile, limits: typeof idempotencyLimits) {
    this.#file = file
    this.#sql = file.sql
    this.#holds = new FileHolds(file)
    this.#idempotency = new FileIdempotency(file, limits)
  }

  get idempotency(): IdempotencyRecords {
    return this.#idempotency
  }

  async authenticate(keySha256: string) {
    return this.#file.read(() => {
      const row = this.#sql.keyBySha256.get(keySha256)
      if (!row) return undefined
      const { state, keyId } = readKey(row)
      const { accountId, held, grants, limit, ...account } = readAccount(row)
      const balance =
        held > 0 ? account.balance + this.#holds.expiredAmount(accountId) : account.balance
      return { state, caller: { accountId, keyId, balance, grants, ...(limit && { limit }) } }
    })
  }

  async admit({ keyId, limit }: Parameters<AccountStore['admit']>[0]) {
    const { intervalMs, toleranceMs, maxLeadMs } = computeGcraParameters(limit)
    const now = Date.now()
    return this.#file.read(() => {
      const admitted = this.#sql.admit.get({ keyId, now, intervalMs, toleranceMs, maxLeadMs })
      if (admitted) return { retryAfterMs: 0 }
      const arrival = Number(this.#sql.arrival.get(keyId)?.arrival_ms ?? now)
      return { retryAfterMs: Math.max(1, arrival - toleranceMs - now) }
    })
  }

  async charge(charge: Charge, isDue = () => true, kept?: KeptCharge) {
    checkChargeFields(charge)
    const { accountId, keyId, requestId, operation, amount } = charge
    return this.#file.write(() => {
      // Checked inside the transaction, because the file may have been locked for seconds.
      if (!isDue()) throw new ApiError('gateway_timeout')
      // Another invocation has taken the call over, because this one was considered dead.
      if (kept && !this.#idempotency.endAsPaid(kept)) throw new ApiError('gateway_timeout')
      const row = this.#sql.chargeable.get({ accountId, keyId, requestId })
      let balance = Number(row?.balance ?? 0)
      if (row?.repeated) return { balance, repeated: true as const }
      const state = (row?.state ?? undefined) as KeyState | undefined
      if (state === 'active' && balance < amount) balance = this.#holds.free(accountId)
      checkCharge(state, balance, amount)
      // 0 - amount avoids -0.
      return { balance: this.#file.move(accountId, 0 - amount, { keyId, requestId, operation }) }
    })
  }

  async hold(hold: Hold) {
    return this.#holds.hold(hold)
  }

  async capture(capture: Capture) {
    return this.#holds.capture(capture)
  }

  async release({ accountId, holdId }: Parameters<AccountStore['release']>[0]) {
    return this.#holds.capture({ accountId, holdId, amount: 0 })
  }

  async holds(accountId: string) {
    return this.#holds.list(accountId)
  }

  async releaseExpired(accountId: string) {
    return this.#holds.releaseExpired(accountId)
  }

  async createAccount({ accountId = makeAccountId(), balance }: Parameters<CreateAccount>[0]) {
    checkAccountId(accountId)
    checkAmount(balance, 0)
    return this.#file.write(() => {
      if (this.#file.find(accountId)) throw accountExists(accountId)
      this.#sql.insertAccount.run(accountId, new Date().toISOString())
      if (balance > 0) this.#file.move(accountId, balance)
      return this.#file.account(accountId)
    })
  }

  async getAccount(accountId: string) {
    return this.#file.read(() => this.#file.find(accountId))
  }

  async addKey({ accountId, keySha256, hint }: Parameters<AccountStore['addKey']>[0]) {
    checkKey(keySha256, hint)
    return this.#file.write(() => {
      this.#file.account(accountId)
      if (Number(this.#sql.countKeys.get(accountId)?.count) >= maxKeysPerAccount) {
        throw tooManyKeys(accountId, maxKeysPerAccount)
      }
      if (this.#sql.keyBySha256.get(keySha256)) throw keyExists()
      const keyId = makeKeyId()
      const createdAt = new Date().toISOString()
      this.#sql.insertKey.run(keyId, accountId, keySha256, hint, createdAt)
      return { keyId, accountId, state: 'active', hint, createdAt } satisfies KeyRecord
    })
  }

  async listKeys(accountId?: string) {
    return this.#file.read(() => {
      const { allKeys, keysOfAccount } = this.#sql
      const rows = accountId === undefined ? allKeys.all() : keysOfAccount.all(accountId)
      return rows.map(readKey)
    })
  }

  async keyState({ accountId, keyId }: Parameters<AccountStore['keyState']>[0]) {
    return this.#file.read(() => {
      const state = this.#sql.stateOfKey.get(keyId, accountId)?.state
      return (state ?? undefined) as KeyState | undefined
    })
  }

  async setKeyState(keyId: string, state: KeyState) {
    return this.#file.write(() => {
      const row = this.#sql.keyById.get(keyId)
      if (!row) throw noSuchKey(keyId)
      if (row.state === 'revoked' && state !== 'revoked') throw revokedIsFinal(keyId)
      this.#sql.setKeyState.run(state, keyId)
      return { ...readKey(row), state }
    })
  }

  async deleteKey(keyId: string) {
    this.#file.write(() => {
      if (this.#sql.deleteKey.run(keyId).changes === 0) throw noSuchKey(keyId)
      this.#sql.deleteRate.run(keyId)
    })
  }

  async topUp(accountId: string, amount: number) {
    checkAmount(amount, 1)
    return this.#file.write(() => {
      const { balance, held } = this.#file.account(accountId)
      // Holds may be released.
      if (balance + held > Number.MAX_SAFE_INTEGER - amount) throw balanceTooLarge(accountId)
      this.#file.move(accountId, amount)
      return this.#file.account(accountId)
    })
  }

  async setGrant(accountId: string, grant: string, granted: boolean) {
    checkGrant(grant)
    return this.#file.write(() => {
      this.#file.account(accountId)
      const change = granted ? this.#sql.insertGrant : this.#sql.deleteGrant
      change.run(accountId, grant)
      return this.#file.account(accountId)
    })
  }

  async setLimit(accountId: string, limit: RateLimit | undefined) {
    if (limit) checkRateLimit(limit)
    return this.#file.write(() => {
      this.#file.account(accountId)
      const { requestsPerSecond = null, burst = null } = limit ?? {}
      this.#sql.setLimit.run({ accountId, requestsPerSecond, burst })
      return this.#file.account(accountId)
    })
  }

  async *ledger(accountId: string): AsyncGenerator<LedgerRow> {
    // Read by pages, so that a slow reader does not keep a snapshot of the file open.
    let after = 0
    for (;;) {
      const page = this.#file
        .read(() => this.#sql.ledgerPage.all(accountId, after))
        .map(readLedgerRow)
      if (page.length === 0) return
      yield* page
      after = page.at(-1)!.sequence
    }
  }

  close() {
    this.#file.close()
  }
}

type CreateAccount = AccountStore['createAccount']
