import type { Account, KeyRecord, LedgerRow } from '../port.ts'
import { formatUsd } from '../usd.ts'

/** Records of the command line's `--json`: snake case, money as decimal USD. */

export function keyRow(key: KeyRecord) {
  return {
    key_id: key.keyId,
    account_id: key.accountId,
    state: key.state,
    hint: key.hint,
    created_at: key.createdAt,
  }
}

export function accountRow(account: Account) {
  return {
    account_id: account.accountId,
    balance_usd: formatUsd(account.balance),
    grants: account.grants,
    created_at: account.createdAt,
  }
}

export function ledgerRecord(row: LedgerRow) {
  return {
    sequence: row.sequence,
    at: row.at,
    kind: row.kind,
    amount_usd: formatUsd(row.amount),
    balance_after_usd: formatUsd(row.balanceAfter),
    operation: row.operation,
    key_id: row.keyId,
    request_id: row.requestId,
  }
}
