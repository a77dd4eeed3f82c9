import type { IdempotencyRecords, KeptCharge } from './idempotency.ts'

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
  /** The account's own rate limit, which every key of it has; absent where the default holds. */
  limit?: RateLimit
}

/** A token bucket: it holds `burst` requests and fills by `requestsPerSecond`. */
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
  /** What can be spent: credits - charges - open holds. */
  balance: Microdollars
  /** In open holds. */
  held: Microdollars
  /** In alphabetical order. */
  grants: string[]
  /** Absent where the default holds. */
  limit?: RateLimit
  /** ISO 8601. */
  createdAt: string
}

export interface Charge {
  accountId: string
  keyId: string
  /**
   * A second charge with the same request id is the same charge, so it must be a random id that the
   * function makes for each invocation, and nothing a caller can choose. 1..128 characters, not beginning
   * with `hold_`.
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
   * `hold_` and 1..64 letters, digits, `_` or `-`, for example the job's; a repetition must use the same.
   * It is the request id of the capture's ledger row; no request id of a call begins so.
   */
  holdId: string
  /** Operation id. */
  operation: string
  amount: Microdollars
  /**
   * ISO 8601. From then on whoever needs the amount may release the hold; until somebody does it stays open
   * and can be captured. Without it only `release` and `capture` close the hold.
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
  /** 1, 2, 3, ... within the account, without gaps: the order in which the balance moved. */
  sequence: number
  kind: 'charge' | 'credit'
  /** Signed: charges are negative, credits positive. */
  amount: Microdollars
  balanceAfter: Microdollars
  /** Sum of the open holds at that time; with the balance it is the sum of all amounts so far. Absent when 0. */
  heldAfter?: Microdollars
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
 * Errors: `ApiError` `not_found` for an unknown account or key, `bad_request` for a move that is not allowed,
 * `service_unavailable` for a fault of the store; `RangeError` for an amount that is not integer
 * micro-dollars.
 */
export interface AccountStore {
  /**
   * The state of a key and its caller by the key's SHA-256 (hex); `undefined` for unknown and deleted keys.
   * The caller's balance includes expired holds, since a charge would release them.
   */
  authenticate(keySha256: string): Promise<{ state: KeyState; caller: Caller } | undefined>
  /**
   * Takes the amount atomically if the key is active and the balance covers it, and gives the balance
   * afterwards. A lost reply never leads to a second charge, whatever other moves happen meanwhile. A
   * second call with the same request id, after at most {@link idempotencyWindowMoves} other moves, takes
   * nothing and gives the present balance, `repeated`.
   * When the balance is too low, and with the expired holds it would not be, they are released first.
   * `isDue` is called as late as possible, after any wait for the store; when false, nothing is taken.
   * Throws `ApiError` `payment_required`, or `forbidden` with the message of the key's state, or
   * `gateway_timeout` for a charge that is not due any more.
   *
   * `kept` is the record of the call's idempotency key. From the moment of the charge on the record is paid, whatever
   * becomes of this process. A call whose record another invocation has taken over is refused as not due.
   */
  charge(
    charge: Charge,
    isDue?: () => boolean,
    kept?: KeptCharge,
  ): Promise<{ balance: Microdollars; repeated?: true }>
  /** The calls made with idempotency keys. */
  readonly idempotency: IdempotencyRecords

  /**
   * Counts a request of a key against its rate limit. 0 when it is within the limit, else the milliseconds
   * after which the next one will be, and nothing is counted.
   */
  admit(request: { keyId: string; limit: RateLimit }): Promise<{ retryAfterMs: number }>

  /**
   * Moves the amount from the balance into a hold, if the key is active and the balance covers it, and gives
   * the balance afterwards. The same hold again, while it is open, changes nothing, not even its expiry.
   * Expired holds are released first where it would be refused without: for want of balance or of room.
   * Throws `ApiError` `payment_required` and `forbidden` as a charge does; `too_many_requests` when
   * {@link maxOpenHolds} are open; `bad_request` for an open hold of this id with other contents, and for a
   * closed one, at least while {@link idempotencyWindowHolds} have been closed since.
   */
  hold(hold: Hold): Promise<{ balance: Microdollars }>
  /**
   * Closes a hold: charges `amount` of it, releases the rest, and gives the balance afterwards. Works in
   * every state of the key. An amount of 0 is a release. Repeated for a captured hold, at least while
   * {@link idempotencyWindowHolds} have been closed since, it changes nothing, whatever the amount.
   * Throws `ApiError` `not_found` when no such hold is known, `bad_request` when it is smaller than the
   * amount or was released.
   */
  capture(capture: Capture): Promise<{ balance: Microdollars }>
  /**
   * Closes a hold and gives all of it back. It leaves no ledger row, for nothing was charged. Errors and
   * repeats as with {@link capture}; a hold that was captured cannot be released.
   */
  release(release: { accountId: string; holdId: string }): Promise<{ balance: Microdollars }>
  /** The open holds, oldest first; expired ones that nobody has released are among them. */
  holds(accountId: string): Promise<OpenHold[]>
  /** Releases the expired holds of an account and gives them, oldest first. */
  releaseExpired(accountId: string): Promise<OpenHold[]>

  /** Without an id one is drawn. A balance above 0 is the account's first credit. */
  createAccount(options: { accountId?: string; balance: Microdollars }): Promise<Account>
  getAccount(accountId: string): Promise<Account | undefined>
  /** At most {@link maxKeysPerAccount} per account, whatever their state; deleted keys do not count. */
  addKey(options: { accountId: string; keySha256: string; hint: string }): Promise<KeyRecord>
  /** By account, then oldest first; without an account the keys of all. */
  listKeys(accountId?: string): Promise<KeyRecord[]>
  /** The present state of a key of an account; `undefined` for an unknown or deleted key. */
  keyState(key: { accountId: string; keyId: string }): Promise<KeyState | undefined>
  /** Revoked is final. Setting the state a key already has changes nothing. */
  setKeyState(keyId: string, state: KeyState): Promise<KeyRecord>
  deleteKey(keyId: string): Promise<void>
  topUp(accountId: string, amount: Microdollars): Promise<Account>
  setGrant(accountId: string, grant: string, granted: boolean): Promise<Account>
  /** Gives the keys of an account a rate limit of their own; `undefined` gives them the default again. */
  setLimit(accountId: string, limit: RateLimit | undefined): Promise<Account>
  /** Oldest first. In the cloud the rows follow the balance by a second or so. */
  ledger(accountId: string): AsyncIterable<LedgerRow>
  close(): void
}

/** Keys of one account; their states are in the account item, about 30 bytes each. */
export const maxKeysPerAccount = 1000

/** Moves of a balance after which a repeated request id is still recognised. */
export const idempotencyWindowMoves = 31

/** Open holds of one account; they are in the account item, about 130 bytes each. */
export const maxOpenHolds = 100

/** Closed holds after which an earlier closed hold is still recognised. */
export const idempotencyWindowHolds = 15

/** A row as stored in DynamoDB: with the id that identifies a credit whose reply was lost. */
export type StoredLedgerRow = LedgerRow & { creditId?: string }

/** Writes ledger rows in the cloud. */
export interface Ledger {
  /** Writing an existing row again changes nothing. */
  append(row: StoredLedgerRow): Promise<void>
}
