/** Integer micro-dollars: 1 USD = 1,000,000. */
export type Microdollars = number

export type KeyState = 'active' | 'suspended' | 'revoked'

/** Who is calling, as the authorizer found them. */
export interface Caller {
  accountId: string
  keyId: string
  balance: Microdollars
  /** Operations that need a grant and have one, for example `predict`; in alphabetical order. */
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
  /** In alphabetical order. */
  grants: string[]
  /** ISO 8601. */
  createdAt: string
}

export interface Charge {
  accountId: string
  keyId: string
  /**
   * A second charge with the same request id is the same charge, so it must come from the platform
   * and never from the caller. 1..128 characters.
   */
  requestId: string
  /** Operation id, for example `routing/route`. */
  operation: string
  amount: Microdollars
}

export interface LedgerRow {
  accountId: string
  /** 1, 2, 3, ... within the account, without gaps: the order in which the balance moved. */
  sequence: number
  kind: 'charge' | 'credit'
  /** Signed: charges are negative, credits positive. */
  amount: Microdollars
  balanceAfter: Microdollars
  /** ISO 8601, by the clock of the machine that moved the balance. */
  at: string
  /** Absent on credits. */
  keyId?: string
  requestId?: string
  operation?: string
}

/**
 * Keys, accounts and balances. Two adapters, DynamoDB and SQLite, satisfy the same contract suite
 * (`test/contract/accounts.ts`).
 *
 * Errors: an unknown account or key is an `ApiError` `not_found`, a move that is not allowed
 * `bad_request`, an amount that is not integer micro-dollars a `RangeError`; a fault of the store
 * itself is `service_unavailable`.
 */
export interface AccountStore {
  /** The state of a key and its caller by the key's SHA-256 (hex); `undefined` for unknown and deleted keys. */
  authenticate(keySha256: string): Promise<{ state: KeyState; caller: Caller } | undefined>
  /**
   * Takes the amount atomically if the key is active and the balance covers it, and gives the balance
   * afterwards. The same request id again, with at most {@link rememberedMoves} moves of the account's
   * balance in between, takes nothing and gives the balance as it is.
   * Throws `ApiError` `payment_required`, or `forbidden` with the message of the key's state.
   */
  charge(charge: Charge): Promise<{ balance: Microdollars }>

  /** Without an id one is drawn. A balance above 0 is the account's first credit. */
  createAccount(options: { accountId?: string; balance: Microdollars }): Promise<Account>
  getAccount(accountId: string): Promise<Account | undefined>
  /** At most {@link maxKeysPerAccount} per account, whatever their state; deleted keys do not count. */
  addKey(options: { accountId: string; keySha256: string; hint: string }): Promise<KeyRecord>
  /** By account and then oldest first; without an account those of all. */
  listKeys(accountId?: string): Promise<KeyRecord[]>
  /** Revoked is final. Setting the state a key already has changes nothing. */
  setKeyState(keyId: string, state: KeyState): Promise<KeyRecord>
  deleteKey(keyId: string): Promise<void>
  topUp(accountId: string, amount: Microdollars): Promise<Account>
  setGrant(accountId: string, grant: string, granted: boolean): Promise<Account>
  /** Oldest first. In the cloud the rows follow the balance by a second or so. */
  ledger(accountId: string): AsyncIterable<LedgerRow>
  close(): void
}

/** Keys of one account; their states travel with the account item, about 30 bytes each. */
export const maxKeysPerAccount = 1000

/** Moves of a balance within which a repeated request id is recognised. */
export const rememberedMoves = 31

/** Where ledger rows are written in the cloud. */
export interface Ledger {
  /** Writing a row that is there already changes nothing. */
  append(row: LedgerRow): Promise<void>
}
