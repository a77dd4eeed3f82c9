import { createHash } from 'node:crypto'

/** Hours that a record lasts, from the start of its first call. */
export const idempotencyHours = 24

/** Times that a paid call whose answer was not kept is worked again without a charge. */
export const maxIdempotentRepeats = 5

/** Maximum bytes of a kept answer, as the store gets it. */
export const maxKeptAnswerBytes = 64 * 1024

/** Maximum milliseconds of a lock: a call ends within 30 s, and its charge is settled some seconds later. */
export const maxLockMs = 60_000

/** A call with an idempotency key. */
export interface IdempotentCall {
  accountId: string
  /** Names the account and the caller's key: {@link idempotencyRecordId}. */
  recordId: string
  /** Digest of all that decides the answer. Another one under the same key is another call. */
  fingerprint: string
  /** The random id of this invocation and of its charge. */
  requestId: string
  /** Milliseconds from now within which this call has charged, or never will; at most {@link maxLockMs}. */
  lockMs: number
  /** Whether the call may be charged; false for an operation that is free. */
  mayBeCharged: boolean
}

/** The next step of a call with an idempotency key. */
export type IdempotentBeginning =
  /** Work, charge, answer. The key is locked for it until then. */
  | { kind: 'first' }
  /** Send this answer; nothing is charged. */
  | { kind: 'answered'; answer: Uint8Array }
  /** Work again; nothing is charged. The key is locked for it until then. */
  | { kind: 'paid' }
  /** Wait: another invocation works on the same call. */
  | { kind: 'running'; retryAfterMs: number }
  /** The key was used for another call. */
  | { kind: 'other call' }
  /** The answer was not kept, and has been worked again as often as it may be. */
  | { kind: 'used up' }

/**
 * The calls made with idempotency keys within the last {@link idempotencyHours}. A record says whether its call was
 * charged, even if the process that charged it has ended since.
 */
export interface IdempotencyRecords {
  /**
   * Begins a call, atomically: of parallel calls with one key one is `first`. A record whose lock is over is settled
   * first: it is `paid` if its last invocation has charged, and free otherwise, and that invocation can no longer
   * charge. Each `paid` counts, at most {@link maxIdempotentRepeats} times.
   */
  begin(call: IdempotentCall): Promise<IdempotentBeginning>
  /** Ends a call that succeeded without a charge: free, or `paid`. The answer is kept if there is one. */
  keep(call: IdempotentCall, answer: Uint8Array | undefined): Promise<void>
  /** Ends a call that failed: frees the key of a first call, and does not count the work of a `paid` one. */
  end(call: IdempotentCall): Promise<void>
  /** Whether a record is there that counts. */
  has(record: { accountId: string; recordId: string }): Promise<boolean>
}

/** The record that a charge ends, and the answer to keep with it if it is small enough. */
export interface KeptCharge {
  call: IdempotentCall
  answer: Uint8Array | undefined
}

/** The id of a caller's key within an account. The key itself is not stored: it may be a secret of the caller. */
export function idempotencyRecordId(accountId: string, key: string): string {
  return createHash('sha256').update(`${accountId}\n${key}`).digest('base64url')
}

/** A record as a store has it. */
export interface IdempotencyRecord {
  fingerprint: string
  /** The invocation that holds the lock, or held it last. */
  requestId: string
  /** Unix milliseconds; 0 when nothing runs. */
  lockedUntil: number
  /** Whether the call has succeeded: nothing is charged any more. */
  isPaid: boolean
  hasAnswer: boolean
  /** How often a paid call was worked again. */
  repeats: number
  /** Unix milliseconds. A record that is past it counts as gone, though it may still be stored. */
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

/** Decides the next step of a call from its record: the rules of both stores. */
export function stateOfRecord(
  record: IdempotencyRecord | undefined,
  { fingerprint }: Pick<IdempotentCall, 'fingerprint'>,
  now: number,
): RecordState {
  if (!record || record.expiresAt <= now) return 'absent'
  const isLocked = record.lockedUntil > now
  // A call that has failed or was killed before its charge says nothing about the next one.
  if (!record.isPaid && !isLocked) return 'abandoned'
  if (record.fingerprint !== fingerprint) return 'other call'
  if (record.hasAnswer) return 'answered'
  if (isLocked) return 'running'
  return record.repeats < maxIdempotentRepeats ? 'repeatable' : 'used up'
}

/** When a record made now expires, Unix milliseconds. */
export function idempotencyExpiry(now: number): number {
  return now + idempotencyHours * 3_600_000
}
