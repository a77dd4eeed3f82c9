const accountColumns = `a.account_id, a.balance, a.held, a.created_at AS account_created_at,
  a.requests_per_second, a.burst,
  (SELECT group_concat(name) FROM grants g WHERE g.account_id = a.account_id) AS grants`
const keyColumns = 'k.key_id, k.account_id, k.state, k.hint, k.created_at'

/** Every statement of the local adapter, prepared once per process. */
export const statements = {
  account: `SELECT ${accountColumns} FROM accounts a WHERE a.account_id = ?`,
  insertAccount:
    'INSERT INTO accounts (account_id, balance, moves, created_at) VALUES (?, 0, 0, ?)',
  moveBalance: `UPDATE accounts SET balance = balance + ?, moves = moves + 1 WHERE account_id = ?
    RETURNING balance, held, moves`,
  moveHeld: `UPDATE accounts SET balance = balance - :amount, held = held + :amount
    WHERE account_id = :accountId RETURNING balance`,

  insertGrant: 'INSERT OR IGNORE INTO grants VALUES (?, ?)',
  deleteGrant: 'DELETE FROM grants WHERE account_id = ? AND name = ?',

  setLimit: `UPDATE accounts SET requests_per_second = :requestsPerSecond, burst = :burst
    WHERE account_id = :accountId`,
  admit: `INSERT INTO rates VALUES (:keyId, :now + :intervalMs)
    ON CONFLICT (key_id) DO UPDATE
      SET arrival_ms = min(max(arrival_ms, :now), :now + :toleranceMs) + :intervalMs
      WHERE arrival_ms <= :now + :toleranceMs OR arrival_ms > :now + :maxLeadMs
    RETURNING arrival_ms`,
  arrival: 'SELECT arrival_ms FROM rates WHERE key_id = ?',
  deleteRate: 'DELETE FROM rates WHERE key_id = ?',

  keyBySha256: `SELECT ${keyColumns}, ${accountColumns}
    FROM keys k JOIN accounts a USING (account_id) WHERE k.sha256 = ?`,
  keyById: `SELECT ${keyColumns} FROM keys k WHERE k.key_id = ?`,
  allKeys: `SELECT ${keyColumns} FROM keys k ORDER BY k.account_id, k.sequence`,
  keysOfAccount: `SELECT ${keyColumns} FROM keys k WHERE k.account_id = ? ORDER BY k.sequence`,
  countKeys: 'SELECT count(*) AS count FROM keys WHERE account_id = ?',
  insertKey: `INSERT INTO keys (key_id, account_id, sha256, hint, state, created_at)
    VALUES (?, ?, ?, ?, 'active', ?)`,
  setKeyState: 'UPDATE keys SET state = ? WHERE key_id = ?',
  deleteKey: 'DELETE FROM keys WHERE key_id = ?',

  chargeable: `SELECT a.balance, k.state,
      EXISTS (SELECT 1 FROM ledger l
        WHERE l.account_id = a.account_id AND l.request_id = :requestId) AS repeated
    FROM accounts a
    LEFT JOIN keys k ON k.key_id = :keyId AND k.account_id = a.account_id
    WHERE a.account_id = :accountId`,
  insertLedgerRow: `INSERT INTO ledger (account_id, sequence, kind, amount, balance_after,
      held_after, at, key_id, request_id, operation)
    VALUES (:accountId, :sequence, :kind, :amount, :balanceAfter,
      :heldAfter, :at, :keyId, :requestId, :operation)`,
  ledgerPage: `SELECT * FROM ledger WHERE account_id = ? AND sequence > ?
    ORDER BY sequence LIMIT 500`,

  hold: 'SELECT * FROM holds WHERE account_id = ? AND hold_id = ?',
  openHolds: `SELECT * FROM holds WHERE account_id = ? AND closing IS NULL
    ORDER BY at, hold_id`,
  expiredHolds: `SELECT * FROM holds WHERE account_id = ? AND closing IS NULL AND expires_at <= ?
    ORDER BY at, hold_id`,
  countHolds: 'SELECT count(*) AS count FROM holds WHERE account_id = ? AND closing IS NULL',
  insertHold: `INSERT INTO holds (account_id, hold_id, key_id, operation, amount, at, expires_at)
    VALUES (:accountId, :holdId, :keyId, :operation, :amount, :at, :expiresAt)`,
  closeHold: 'UPDATE holds SET closing = ? WHERE account_id = ? AND hold_id = ?',
  record: `SELECT * FROM idempotency WHERE account_id = :accountId AND record_id = :recordId`,
  // Replaces an expired or abandoned record.
  insertRecord: `INSERT INTO idempotency
      (account_id, record_id, fingerprint, request_id, process_id, locked_until, expires_at)
    VALUES (:accountId, :recordId, :fingerprint, :requestId, :processId, :lockedUntil, :expiresAt)
    ON CONFLICT (account_id, record_id) DO UPDATE SET fingerprint = excluded.fingerprint,
      request_id = excluded.request_id, process_id = excluded.process_id,
      locked_until = excluded.locked_until, expires_at = excluded.expires_at,
      is_paid = 0, repeats = 0, answer = NULL`,
  payRecord: `UPDATE idempotency SET is_paid = 1, locked_until = 0, answer = :answer
    WHERE account_id = :accountId AND record_id = :recordId AND request_id = :requestId`,
  repeatRecord: `UPDATE idempotency SET repeats = repeats + 1, request_id = :requestId,
      process_id = :processId, locked_until = :lockedUntil
    WHERE account_id = :accountId AND record_id = :recordId`,
  freeRecord: `DELETE FROM idempotency WHERE account_id = :accountId AND record_id = :recordId
      AND request_id = :requestId AND is_paid = 0`,
  unlockRecord: `UPDATE idempotency SET locked_until = 0, repeats = repeats - 1
    WHERE account_id = :accountId AND record_id = :recordId
      AND request_id = :requestId AND is_paid = 1 AND locked_until > 0`,
  sweepRecords: `DELETE FROM idempotency WHERE sequence IN
    (SELECT sequence FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  forgetOldestRecords: `DELETE FROM idempotency WHERE sequence IN
    (SELECT sequence FROM idempotency WHERE account_id = ? AND is_paid = 1
      ORDER BY sequence LIMIT ?)`,
  dropOldestAnswers: `UPDATE idempotency SET answer = NULL WHERE sequence IN
    (SELECT sequence FROM idempotency WHERE account_id = ? AND answer IS NOT NULL
      ORDER BY sequence LIMIT ?)`,
  recordSizes: `SELECT (SELECT sum(bytes) FROM idempotency_sizes) AS all_bytes, s.records, s.bytes
    FROM idempotency_sizes s WHERE s.account_id = :accountId`,

  stateOfKey: 'SELECT state FROM keys WHERE key_id = ? AND account_id = ?',
} as const
