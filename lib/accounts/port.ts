/** Integer micro-dollars: 1 USD = 1,000,000. */
export type Microdollars = number

export type KeyState = 'active' | 'suspended' | 'revoked'

/** Who is calling, as the authorizer found them. */
export interface Caller {
  accountId: string
  keyId: string
  balance: Microdollars
  /** Operations that need a grant and have one, for example `predict`. */
  grants: string[]
}

export interface KeyRecord {
  keyId: string
  accountId: string
  state: KeyState
  /** Last four characters of the key. */
  hint: string
  /** ISO 8601. */
  createdAt: string
}

export interface Account {
  accountId: string
  balance: Microdollars
  grants: string[]
  createdAt: string
}

export interface Charge {
  accountId: string
  keyId: string
  /** A second charge with the same request id is the same charge. */
  requestId: string
  /** Operation id, for example `routing/route`. */
  operation: string
  amount: Microdollars
}

export interface LedgerRow {
  accountId: string
  kind: 'charge' | 'credit'
  /** Signed: charges are negative, credits positive. */
  amount: Microdollars
  balanceAfter: Microdollars
  /** ISO 8601. */
  at: string
  /** Absent on credits. */
  keyId?: string
  requestId?: string
  operation?: string
}

/**
 * Keys, accounts and balances. Two adapters, DynamoDB and SQLite, satisfy the same contract suite
 * (`test/contract/accounts.ts`). A fault of the store itself is an `ApiError` `service_unavailable`.
 */
export interface AccountStore {
  /** The state of a key and its caller by the key's SHA-256 (hex); `undefined` for unknown and deleted keys. */
  authenticate(keySha256: string): Promise<{ state: KeyState; caller: Caller } | undefined>
  /**
   * Takes the amount atomically if the key is active and the balance covers it.
   * Throws `ApiError` `payment_required` or `forbidden` (with the message of the key's state).
   */
  charge(charge: Charge): Promise<{ balance: Microdollars }>

  createAccount(options: { accountId?: string; balance: Microdollars }): Promise<Account>
  getAccount(accountId: string): Promise<Account | undefined>
  addKey(options: { accountId: string; keySha256: string; hint: string }): Promise<KeyRecord>
  listKeys(accountId?: string): Promise<KeyRecord[]>
  /** Revoked is final; throws when the move is not allowed or the key is unknown. */
  setKeyState(keyId: string, state: KeyState): Promise<KeyRecord>
  deleteKey(keyId: string): Promise<void>
  topUp(accountId: string, amount: Microdollars): Promise<Account>
  setGrant(accountId: string, grant: string, granted: boolean): Promise<Account>
  /** Oldest first. */
  ledger(accountId: string): AsyncIterable<LedgerRow>
  close(): void
}
