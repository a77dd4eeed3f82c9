import type { SQLOutputValue } from 'node:sqlite'
import type { Account, KeyRecord, KeyState, LedgerRow, OpenHold } from '../port.ts'

export type Row = Record<string, SQLOutputValue>

/** Converts the account columns of a row. */
export function readAccount(row: Row): Account {
  return {
    accountId: String(row.account_id),
    balance: Number(row.balance),
    held: Number(row.held),
    grants: row.grants === null ? [] : String(row.grants).split(',').sort(),
    ...(row.burst !== null && {
      limit: { requestsPerSecond: Number(row.requests_per_second), burst: Number(row.burst) },
    }),
    createdAt: String(row.account_created_at),
  }
}

/** Reads the key columns of a row. */
export function readKey(row: Row): KeyRecord {
  return {
    keyId: String(row.key_id),
    accountId: String(row.account_id),
    state: row.state as KeyState,
    hint: String(row.hint),
    createdAt: String(row.created_at),
  }
}

export function readHold(row: Row): OpenHold {
  return {
    holdId: String(row.hold_id),
    keyId: String(row.key_id),
    operation: String(row.operation),
    amount: Number(row.amount),
    at: String(row.at),
    ...(row.expires_at !== null && { expiresAt: String(row.expires_at) }),
  }
}

export function readLedgerRow(row: Row): LedgerRow {
  const charge = {
    keyId: String(row.key_id),
    requestId: String(row.request_id),
    operation: String(row.operation),
  }
  return {
    accountId: String(row.account_id),
    sequence: Number(row.sequence),
    kind: row.kind as LedgerRow['kind'],
    amount: Number(row.amount),
    balanceAfter: Number(row.balance_after),
    ...(Number(row.held_after) > 0 ? { heldAfter: Number(row.held_after) } : {}),
    at: String(row.at),
    ...(row.kind === 'charge' ? charge : {}),
  }
}
