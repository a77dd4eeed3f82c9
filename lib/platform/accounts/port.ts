import type { IdempotencyRecords, KeptCharge } from './idempotency.ts'

/** Integer micro-dollars: 1 USD = 1,000,000. */
export type Microdollars = number

export type KeyState = 'active' | 'suspended' | 'revoked'

/** The caller as identified by the authorizer. */
export interface Caller {
  accountId: string
  keyId: string
  balance: Microdollars
  /** Names of granted operations that require a grant, for example `predict`, in alphabetical order. */
  grants: string[]
  /** The account's own rate limit, which applies to each of its keys separately; absent when the default applies. */
  limit?: RateLimit
}

/** A token bucket that holds `burst` requests and refills by `requestsPerSecond`. */
export interface RateLimit {
  /** 0.001..100,000. */
  requestsPerSecond: number
  /** 1..1,000,000, a whole number. */
  burst: number
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
  /** Amount that can be spent: credits - charges - open holds. */
  balance: Microdollars
  /** Amount in open holds. */
  held: Microdollars
  /** In alphabetical order. */
  grants: string[]
  /** Absent when the default applies. */
  limit?: RateLimit
  /** ISO 8601. */
  createdAt: string
}

export interface Charge {
  accountId: string
  keyId: string
  /**
   * Two charges with the same request id are the same charge. It must therefore be a random id that the function
   * makes for each invocation, and that a caller cannot choose. 1..128 characters, not beginning with `hold_`.
   */
  requestId: string
  /** Operation id, for example `routing/route`. */
  operation: string
  amount: Microdollars
}

/** An amount reserved for work whose price is known only afterwards. */
export interface Hold {
  accountId: string
  keyId: string
  /**
   * `hold_` and 1..64 letters, digits, `_` or `-`, for example the job's id; a repetition must use the same id. It is
   * the request id of the capture's ledger row. Request ids of calls never begin with `hold_`.
   */
  holdId: string
  /** Operation id. */
  operation: string
  amount: Microdollars
  /**
   * ISO 8601. After this time the hold may be released by a charge or hold that needs its amount. Until it is
   * released, it stays open and can be captured. Without an expiry only `release` and `capture` close the hold.
   */
  expiresAt?: string
}

/** Closes a hold and charges an amount of it. */
export interface Capture {
  accountId: string
  holdId: string
  /** 0..held. */
  amount: Microdollars
}

export interface OpenHold extends Omit<Hold, 'accountId'> {
  /** ISO 8601. */
  at: string
}

export interface LedgerRow {
  accountId: string
  /** 1, 2, 3, ... within the account, without gaps, in the order in which the balance moved. */
  sequence: number
  kind: 'charge' | 'credit'
  /** Signed: charges are negative, credits positive. */
  amount: Microdollars
  balanceAfter: Microdollars
  /**
   * Sum of the open holds at that time. Added to the balance it is the sum of all amounts up to this row. Absent when
   * 0.
   */
  heldAfter?: Microdollars
  /** ISO 8601, by the clock of the machine that moved the balance. */
  at: string
  /** Absent on credits. */
  keyId?: string
  requestId?: string
  operation?: string
}

/**
 * Stores keys, accounts and balances. Two adapters, DynamoDB and SQLite, satisfy the same contract suite
 * (`test/contract/accounts.ts`).
 *
 * Errors: `ApiError` `not_found` for an unknown account or key, `bad_request` for a move that is not allowed,
 * `service_unavailable` for a fault of the store; `RangeError` for an amount that is not integer micro-dollars.
 */
export interface AccountStore {
  /**
   * Finds the state of a key and its caller by the key's SHA-256 (hex). Returns `undefined` for unknown and deleted
   * keys. The caller's balance includes expired holds, since a charge would release them.
   */
  authenticate(keySha256: string): Promise<{ state: KeyState; caller: Caller } | undefined>
  /**
   * Takes the amount atomically if the key is active and the balance covers it, and returns the new balance. A lost
   * reply never leads to a second charge, whatever other moves happen meanwhile. A second call with the same request
   * id, after at most {@link idempotencyWindowMoves} other moves, takes nothing and returns the present balance and
   * `repeated`. When the balance is too low but would suffice with the expired holds, they are released first.
   * `isDue` is called as late as possible, after any wait for the store; when it returns false, nothing is taken.
   * Throws `ApiError` `payment_required`, or `forbidden` with the message of the key's state, or `gateway_timeout`
   * for a charge that is no longer due.
   *
   * `kept` is the record of the call's idempotency key. From the moment of the charge on, the record is paid,
   * whatever happens to this process. A call whose record another invocation has taken over is refused as not due.
   */
  charge(
    charge: Charge,
    isDue?: () => boolean,
    kept?: KeptCharge,
  ): Promise<{ balance: Microdollars; repeated?: true }>
  /** Records of calls made with idempotency keys. */
  readonly idempotency: IdempotencyRecords

  /**
   * Counts a request of a key against its rate limit. `retryAfterMs` is 0 when the request is within the limit.
   * Otherwise it is the time until the next request will be, and the request is not counted.
   */
  admit(request: { keyId: string; limit: RateLimit }): Promise<{ retryAfterMs: number }>

  /**
   * Moves the amount from the balance into a hold if the key is active and the balance covers it, and returns the new
   * balance. Repeating an open hold changes nothing, not even its expiry. Expired holds are released first if the
   * hold would otherwise be refused because the balance is too low or too many holds are open. Throws `ApiError`
   * `payment_required` and `forbidden` as a charge does; `too_many_requests` when {@link maxOpenHolds} are open;
   * `bad_request` for an open hold of this id with other contents. A closed hold is also a `bad_request`, at least
   * until {@link idempotencyWindowHolds} others have been closed.
   */
  hold(hold: Hold): Promise<{ balance: Microdollars }>
  /**
   * Closes a hold: charges `amount` of it, releases the rest, and returns the new balance. Works in every state of
   * the key. An amount of 0 is a release. Repeating it for a captured hold changes nothing, whatever the amount, at
   * least until {@link idempotencyWindowHolds} others have been closed. Throws `ApiError` `not_found` when the hold
   * is unknown, `bad_request` when it is smaller than the amount or was released.
   */
  capture(capture: Capture): Promise<{ balance: Microdollars }>
  /**
   * Closes a hold and returns its whole amount to the balance. It leaves no ledger row, because nothing was charged.
   * Errors and repeats are handled as in {@link capture}; a captured hold cannot be released.
   */
  release(release: { accountId: string; holdId: string }): Promise<{ balance: Microdollars }>
  /** Lists the open holds, oldest first, including expired ones that have not been released. */
  holds(accountId: string): Promise<OpenHold[]>
  /** Releases the expired holds of an account and returns them, oldest first. */
  releaseExpired(accountId: string): Promise<OpenHold[]>

  /** Creates an account, with a random id unless one is passed. A balance above 0 is the account's first credit. */
  createAccount(options: { accountId?: string; balance: Microdollars }): Promise<Account>
  getAccount(accountId: string): Promise<Account | undefined>
  /** Adds a key; at most {@link maxKeysPerAccount} per account, whatever their state. Deleted keys do not count. */
  addKey(options: { accountId: string; keySha256: string; hint: string }): Promise<KeyRecord>
  /** Lists keys by account, then oldest first; without an account, the keys of all accounts. */
  listKeys(accountId?: string): Promise<KeyRecord[]>
  /** Returns the present state of a key of an account; `undefined` for an unknown or deleted key. */
  keyState(key: { accountId: string; keyId: string }): Promise<KeyState | undefined>
  /** Sets the state of a key. Revoking is final. Setting the present state again changes nothing. */
  setKeyState(keyId: string, state: KeyState): Promise<KeyRecord>
  deleteKey(keyId: string): Promise<void>
  topUp(accountId: string, amount: Microdollars): Promise<Account>
  setGrant(accountId: string, grant: string, granted: boolean): Promise<Account>
  /** Sets the rate limit for the keys of an account; `undefined` restores the default. */
  setLimit(accountId: string, limit: RateLimit | undefined): Promise<Account>
  /** Reads the ledger, oldest row first. In the cloud the rows follow the balance by about a second. */
  ledger(accountId: string): AsyncIterable<LedgerRow>
  close(): void
}

/** Maximum number of keys of one account. Their states are in the account item, about 30 bytes each. */
export const maxKeysPerAccount = 1000

/** Number of later moves after which a repeated request id is still recognised. */
export const idempotencyWindowMoves = 31

/** Maximum number of open holds of one account. They are in the account item, about 130 bytes each. */
export const maxOpenHolds = 100

/** Number of later closed holds after which a closed hold is still recognised. */
export const idempotencyWindowHolds = 15

/** A row as stored in DynamoDB. `creditId` identifies a credit whose reply was lost. */
export type StoredLedgerRow = LedgerRow & { creditId?: string }

/** Writes ledger rows in the cloud. */
export interface Ledger {
  /** Writes a row. Writing an existing row again changes nothing. */
  append(row: StoredLedgerRow): Promise<void>
}
