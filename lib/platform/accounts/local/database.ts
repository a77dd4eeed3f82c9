import type { DatabaseFile } from '#platform/stores/sqlite'

/** Entry i migrates the file from version i to i + 1; entries never change. */
const migrations = [
  `
  CREATE TABLE accounts (
    account_id TEXT PRIMARY KEY,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    moves INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE grants (
    account_id TEXT NOT NULL REFERENCES accounts,
    name TEXT NOT NULL,
    PRIMARY KEY (account_id, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE keys (
    sequence INTEGER PRIMARY KEY,
    key_id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts,
    sha256 TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'suspended', 'revoked')),
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX keys_by_account ON keys (account_id, sequence);

  CREATE TABLE ledger (
    account_id TEXT NOT NULL REFERENCES accounts,
    sequence INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('charge', 'credit')),
    amount INTEGER NOT NULL,
    balance_after INTEGER NOT NULL,
    at TEXT NOT NULL,
    key_id TEXT,
    request_id TEXT,
    operation TEXT,
    PRIMARY KEY (account_id, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX charges_by_request ON ledger (account_id, request_id)
    WHERE request_id IS NOT NULL;
  `,
  `
  CREATE TABLE holds (
    account_id TEXT NOT NULL REFERENCES accounts,
    hold_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    operation TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    at TEXT NOT NULL,
    closing TEXT CHECK (closing IN ('captured', 'released')),
    PRIMARY KEY (account_id, hold_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX open_holds ON holds (account_id, at) WHERE closing IS NULL;

  ALTER TABLE accounts ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0);
  ALTER TABLE ledger ADD COLUMN held_after INTEGER NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE accounts ADD COLUMN requests_per_second REAL;
  ALTER TABLE accounts ADD COLUMN burst INTEGER;

  -- Theoretical arrival times: lib/platform/accounts/rate-limit.ts.
  CREATE TABLE rates (
    key_id TEXT PRIMARY KEY,
    arrival_ms REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- ISO 8601, in UTC with milliseconds, so that texts compare as times do.
  ALTER TABLE holds ADD COLUMN expires_at TEXT;
  `,
  `
  -- Calls with an idempotency key: lib/platform/accounts/idempotency.ts. Times are Unix milliseconds.
  CREATE TABLE idempotency (
    sequence INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    record_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    request_id TEXT NOT NULL,
    process_id INTEGER NOT NULL,
    locked_until INTEGER NOT NULL,
    is_paid INTEGER NOT NULL DEFAULT 0 CHECK (is_paid IN (0, 1)),
    repeats INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL,
    answer BLOB,
    UNIQUE (account_id, record_id)
  ) STRICT;
  CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
  CREATE INDEX idempotency_by_account ON idempotency (account_id, sequence);
  CREATE INDEX idempotency_answers ON idempotency (account_id, sequence) WHERE answer IS NOT NULL;

  -- Sums of the table above, by account.
  CREATE TABLE idempotency_sizes (
    account_id TEXT PRIMARY KEY,
    records INTEGER NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER idempotency_added AFTER INSERT ON idempotency BEGIN
    INSERT INTO idempotency_sizes
      VALUES (new.account_id, 1, coalesce(length(new.answer), 0))
      ON CONFLICT (account_id) DO UPDATE
        SET records = records + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER idempotency_changed AFTER UPDATE OF answer ON idempotency BEGIN
    UPDATE idempotency_sizes
      SET bytes = bytes + coalesce(length(new.answer), 0) - coalesce(length(old.answer), 0)
      WHERE account_id = new.account_id;
  END;
  CREATE TRIGGER idempotency_removed AFTER DELETE ON idempotency BEGIN
    UPDATE idempotency_sizes
      SET records = records - 1, bytes = bytes - coalesce(length(old.answer), 0)
      WHERE account_id = old.account_id;
  END;
  `,
]

/** Describes the accounts file. */
export function describeAccountsFile(path: string): DatabaseFile {
  return { path, contents: 'accounts', migrations }
}
