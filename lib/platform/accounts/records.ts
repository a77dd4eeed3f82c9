import type { Account, KeyRecord, LedgerRow, OpenHold } from './port.ts'
import { formatUsd } from './usd.ts'

/** Records for operators, by the command line's `--json` and the console: snake case, money as decimal USD. */

export function toKeyRow(key: KeyRecord) {
  return {
    key_id: key.keyId,
    account_id: key.accountId,
    state: key.state,
    hint: key.hint,
    created_at: key.createdAt,
  }
}

export function toAccountRow(account: Account) {
  return {
    account_id: account.accountId,
    balance_usd: formatUsd(account.balance),
    held_usd: formatUsd(account.held),
    grants: account.grants,
    ...(account.limit && {
      requests_per_second: account.limit.requestsPerSecond,
      burst: account.limit.burst,
    }),
    created_at: account.createdAt,
  }
}

export function toLedgerRecord(row: LedgerRow) {
  return {
    sequence: row.sequence,
    at: row.at,
    kind: row.kind,
    amount_usd: formatUsd(row.amount),
    balance_after_usd: formatUsd(row.balanceAfter),
    held_after_usd: row.heldAfter === undefined ? undefined : formatUsd(row.heldAfter),
    operation: row.operation,
    key_id: row.keyId,
    request_id: row.requestId,
  }
}

export function toHoldRow(hold: OpenHold) {
  return {
    hold_id: hold.holdId,
    at: hold.at,
    ...(hold.expiresAt !== undefined && { expires_at: hold.expiresAt }),
    amount_usd: formatUsd(hold.amount),
    operation: hold.operation,
    key_id: hold.keyId,
  }
}
