import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unavailable } from '../../errors/index.ts'

/** Each entry takes the file from the version of its index to the next; entries never change. */
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

  -- Theoretical arrival times: lib/accounts/rate-limit.ts.
  CREATE TABLE rates (
    key_id TEXT PRIMARY KEY,
    arrival_ms REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
]

/**
 * Opens the accounts file, made on first use and readable by its owner only. Several processes may
 * have it open: readers never wait, writers take turns and wait up to 5 s for theirs.
 */
export function openDatabase(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true })
  // SQLite would create it for everybody to read; its -wal and -shm files take on this mode.
  closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { timeout: 5000 })
  try {
    // NORMAL: a power cut may lose the last charges but never tears the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function migrate(database: DatabaseSync): void {
  if (versionOf(database) === migrations.length) return
  transaction(database, () => {
    // Read again inside: another process may have been first.
    const version = versionOf(database)
    if (version > migrations.length) {
      throw new Error(`the accounts file is of version ${version}, made by a newer release`)
    }
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

/** Runs `work` as one write transaction: all of it or nothing. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  // IMMEDIATE: a transaction that reads first and writes later could not wait for its turn.
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

const constraintViolation = 19

/** Makes `service_unavailable` of a fault of the file: locked too long, full, corrupt, unreadable. */
export function asFault(error: unknown): unknown {
  const { code, errcode } = error as { code?: string; errcode?: number }
  // A broken constraint is a mistake in our statements, not the file's fault.
  const ours = errcode !== undefined && (errcode & 0xff) === constraintViolation
  return code === 'ERR_SQLITE_ERROR' && !ours ? unavailable(error) : error
}
