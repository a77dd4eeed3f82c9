import { createHash } from 'node:crypto'

/** Lifetime of a record in hours, from the start of its first call. */
export const idempotencyHours = 24

/** Maximum number of times that a paid call whose answer was not kept is executed again without a charge. */
export const maxIdempotentRepeats = 5

/** Maximum bytes of a kept answer, as passed to the store. */
export const maxKeptAnswerBytes = 64 * 1024

/** Maximum duration of a lock, ms. A call ends within 30 s, and its charge is settled some seconds later. */
export const maxLockMs = 60_000

/** A call with an idempotency key. */
export interface IdempotentCall {
  accountId: string
  /** Identifies the account and the caller's key; made by {@link makeRecordId}. */
  recordId: string
  /** Digest of everything that determines the answer. A different digest under the same key is a different call. */
  fingerprint: string
  /** Random id of this invocation and of its charge. */
  requestId: string
  /** Time within which this call is charged, if it is charged at all, ms from now; at most {@link maxLockMs}. */
  lockMs: number
  /** Whether the call may be charged; false for a free operation. */
  mayBeCharged: boolean
}

/** The next step of a call with an idempotency key. */
export type IdempotentBeginning =
  /** Work, charge and answer. The key is locked for this call until then. */
  | { kind: 'first' }
  /** Send this answer; nothing is charged. */
  | { kind: 'answered'; answer: Uint8Array }
  /** Work again without a charge. The key is locked for this call until then. */
  | { kind: 'paid' }
  /** Wait: another invocation is working on the same call. */
  | { kind: 'running'; retryAfterMs: number }
  /** The key was used for a different call. */
  | { kind: 'other call' }
  /** The answer was not kept, and the call has been worked again the maximum number of times. */
  | { kind: 'used up' }

/**
 * Calls made with idempotency keys within the last {@link idempotencyHours}. A record says whether its call was
 * charged, even if the process that charged it has since ended.
 */
export interface IdempotencyRecords {
  /**
   * Begins a call, atomically: of parallel calls with one key, exactly one is `first`. A record whose lock has
   * expired is settled first. It is `paid` if its last invocation has charged, and free otherwise; that invocation
   * can then no longer charge. Each `paid` is counted, up to {@link maxIdempotentRepeats} times.
   */
  begin(call: IdempotentCall): Promise<IdempotentBeginning>
  /** Ends a call that succeeded without a charge, because it was free or `paid`. Keeps the answer if there is one. */
  keep(call: IdempotentCall, answer: Uint8Array | undefined): Promise<void>
  /** Ends a call that failed: frees the key of a first call, and does not count the repeat of a `paid` one. */
  end(call: IdempotentCall): Promise<void>
  /** Returns whether there is a valid record. */
  has(record: { accountId: string; recordId: string }): Promise<boolean>
}

/** The record that a charge completes, and the answer to keep with it if it is small enough. */
export interface KeptCharge {
  call: IdempotentCall
  answer: Uint8Array | undefined
}

/**
 * Returns the id of a caller's key within an account. The key itself is not stored, because it may be a secret of the
 * caller.
 */
export function makeRecordId(accountId: string, key: string): string {
  return createHash('sha256').update(`${accountId}\n${key}`).digest('base64url')
}

/** A record as stored. */
export interface IdempotencyRecord {
  fingerprint: string
  /** The invocation that holds the lock or held it last. */
  requestId: string
  /** Unix milliseconds; 0 when no invocation is running. */
  lockedUntil: number
  /** Whether the call has succeeded; it is then not charged again. */
  isPaid: boolean
  hasAnswer: boolean
  /** Number of times that a paid call was worked again. */
  repeats: number
  /** Unix milliseconds. An expired record counts as absent, though it may still be stored. */
  expiresAt: number
}

export type RecordState =
  | 'absent'
  | 'running'
  | 'abandoned'
  | 'other call'
  | 'answered'
  | 'used up'
  | 'repeatable'

/** Derives the state of a record, which decides the next step of a call. Both stores follow these rules. */
export function deriveRecordState(
  record: IdempotencyRecord | undefined,
  { fingerprint }: Pick<IdempotentCall, 'fingerprint'>,
  now: number,
): RecordState {
  if (!record || record.expiresAt <= now) return 'absent'
  const isLocked = record.lockedUntil > now
  // A call that failed or was killed before its charge does not bind the next one to its fingerprint.
  if (!record.isPaid && !isLocked) return 'abandoned'
  if (record.fingerprint !== fingerprint) return 'other call'
  if (record.hasAnswer) return 'answered'
  if (isLocked) return 'running'
  return record.repeats < maxIdempotentRepeats ? 'repeatable' : 'used up'
}

/** Returns the time at which a record made at `now` expires, Unix milliseconds. */
export function computeRecordExpiry(now: number): number {
  return now + idempotencyHours * 3_600_000
}
