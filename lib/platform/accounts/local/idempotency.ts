import { isRunning } from '#platform/home'
import {
  computeRecordExpiry,
  deriveRecordState,
  type IdempotencyRecord,
  type IdempotencyRecords,
  type IdempotentBeginning,
  type IdempotentCall,
  type KeptCharge,
  maxKeptAnswerBytes,
  maxLockMs,
} from '../idempotency.ts'
import type { AccountsFile } from './file.ts'
import type { Row } from './rows.ts'

export interface IdempotencyLimits {
  /** Maximum records of one account; beyond it the account's oldest ones are deleted. */
  recordsPerAccount: number
  /** Maximum bytes of kept answers, of one account and of all; beyond it the account's oldest ones are deleted. */
  bytesPerAccount: number
  bytes: number
}

export const idempotencyLimits: IdempotencyLimits = {
  recordsPerAccount: 1_000_000,
  bytesPerAccount: 64 * 1024 * 1024,
  bytes: 256 * 1024 * 1024,
}

/** Maximum rows that one call removes, so that no call waits for a large clean-up. */
const sweptRows = 20

/** Keeps the records of idempotency keys in the accounts file. A charge and its record are one transaction. */
export class FileIdempotency implements IdempotencyRecords {
  readonly #file: AccountsFile
  readonly #sql: AccountsFile['sql']
  readonly #limits: IdempotencyLimits

  constructor(file: AccountsFile, limits: IdempotencyLimits) {
    this.#file = file
    this.#sql = file.sql
    this.#limits = limits
  }

  async begin(call: IdempotentCall): Promise<IdempotentBeginning> {
    return this.#file.write(() => {
      const now = Date.now()
      this.#sql.sweepRecords.run(now, sweptRows)
      const row = this.#row(call)
      const record = row && readRecord(row)
      const isOver = record && record.lockedUntil > now && isLockOver(record, row, now)
      const current = isOver ? { ...record, lockedUntil: 0 } : record
      switch (deriveRecordState(current, call, now)) {
        case 'absent':
        case 'abandoned':
          // A charge marks the record as paid in the same transaction.
          this.#insert(call, now)
          return { kind: 'first' }
        case 'running':
          return { kind: 'running', retryAfterMs: record!.lockedUntil - now }
        case 'answered':
          return { kind: 'answered', answer: row!.answer as Uint8Array }
        case 'repeatable':
          this.#sql.repeatRecord.run({ ...pickId(call), ...makeLock(call, now) })
          return { kind: 'paid' }
        case 'other call':
          return { kind: 'other call' }
        case 'used up':
          return { kind: 'used up' }
      }
    })
  }

  async keep(call: IdempotentCall, answer: Uint8Array | undefined) {
    this.#file.write(() => this.endAsPaid({ call, answer }))
  }

  async end(call: IdempotentCall) {
    this.#file.write(() => {
      const own = { ...pickId(call), requestId: call.requestId }
      this.#sql.freeRecord.run(own)
      this.#sql.unlockRecord.run(own)
    })
  }

  async has(record: { accountId: string; recordId: string }) {
    const row = this.#file.read(() => this.#row(record))
    return row !== undefined && readRecord(row).expiresAt > Date.now()
  }

  /** Marks the record as paid; false when another invocation owns it by now. Must run within a transaction. */
  endAsPaid({ call, answer }: KeptCharge): boolean {
    const kept = answer && this.#makeRoom(call.accountId, answer.length) ? answer : null
    const own = { ...pickId(call), requestId: call.requestId, answer: kept }
    return this.#sql.payRecord.run(own).changes === 1
  }

  #row({ accountId, recordId }: { accountId: string; recordId: string }): Row | undefined {
    return this.#sql.record.get({ accountId, recordId })
  }

  #insert(call: IdempotentCall, now: number): void {
    const { accountId, fingerprint } = call
    const { records } = this.#sizes(accountId)
    if (records >= this.#limits.recordsPerAccount) {
      this.#sql.forgetOldestRecords.run(accountId, sweptRows)
    }
    const record = { fingerprint, expiresAt: computeRecordExpiry(now) }
    this.#sql.insertRecord.run({ ...pickId(call), ...makeLock(call, now), ...record })
  }

  /** Deletes the account's oldest answers until another one fits; false when that does not suffice. */
  #makeRoom(accountId: string, bytes: number): boolean {
    if (bytes > maxKeptAnswerBytes) return false
    const { bytesPerAccount, bytes: allBytes } = this.#limits
    for (;;) {
      const sizes = this.#sizes(accountId)
      if (sizes.bytes + bytes <= bytesPerAccount && sizes.allBytes + bytes <= allBytes) return true
      if (this.#sql.dropOldestAnswers.run(accountId, sweptRows).changes === 0) return false
    }
  }

  #sizes(accountId: string): { records: number; bytes: number; allBytes: number } {
    const row = this.#sql.recordSizes.get({ accountId })
    return {
      records: Number(row?.records ?? 0),
      bytes: Number(row?.bytes ?? 0),
      allBytes: Number(row?.all_bytes ?? 0),
    }
  }
}

function pickId({ accountId, recordId }: Pick<IdempotentCall, 'accountId' | 'recordId'>) {
  return { accountId, recordId }
}

function makeLock({ requestId, lockMs }: IdempotentCall, now: number) {
  return { requestId, processId: process.pid, lockedUntil: now + Math.ceil(lockMs) }
}

function readRecord(row: Row): IdempotencyRecord {
  return {
    fingerprint: String(row.fingerprint),
    requestId: String(row.request_id),
    lockedUntil: Number(row.locked_until),
    isPaid: row.is_paid === 1,
    hasAnswer: row.answer !== null,
    repeats: Number(row.repeats),
    expiresAt: Number(row.expires_at),
  }
}

/**
 * Returns whether a lock ends early. A lock ends with its process. A lock longer than the maximum was taken before
 * the clock was set back. When this is wrong, as with two machines on one file, the charge fails, since the record
 * then belongs to another invocation.
 */
function isLockOver({ lockedUntil }: IdempotencyRecord, row: Row, now: number): boolean {
  return lockedUntil > now + maxLockMs || !isRunning(Number(row.process_id))
}
