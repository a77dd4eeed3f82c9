import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unavailable } from '../../errors/index.ts'

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

  -- Theoretical arrival times: lib/accounts/rate-limit.ts.
  CREATE TABLE rates (
    key_id TEXT PRIMARY KEY,
    arrival_ms REAL NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- ISO 8601, in UTC with milliseconds, so that texts compare as times do.
  ALTER TABLE holds ADD COLUMN expires_at TEXT;
  `,
]

/**
 * Opens the accounts file, created on first use and readable by its owner only. Several processes may
 * have it open: readers never wait, writers wait up to 5 s for their turn.
 *
 * @throws AccountsFileError that names the fault of the file and the remedy.
 */
export function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    // SQLite would create it readable by all; its -wal and -shm files get the same mode.
    closeSync(openSync(path, 'a', 0o600))
    database = new DatabaseSync(path, { timeout: 5000 })
    // NORMAL: a power cut may lose the last charges but does not damage the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    migrate(database, path)
    return database
  } catch (error) {
    database?.close()
    throw withRemedy(error, path)
  }
}

/** A larger file would delay the start by seconds. */
const maxCheckedBytes = 500e6

/** The fault of the file, if any; up to `maxCheckedBytes` all of it is read. */
export function findDamage(path: string): AccountsFileError | undefined {
  let database: DatabaseSync | undefined
  try {
    database = openDatabase(path)
    if (statSync(path).size > maxCheckedBytes) return undefined
    const check = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
    return check === 'ok' ? undefined : new AccountsFileError(damaged(path), { cause: check })
  } catch (error) {
    const fault = withRemedy(error, path)
    if (fault instanceof AccountsFileError) return fault
    throw error
  } finally {
    database?.close()
  }
}

function migrate(database: DatabaseSync, path: string): void {
  if (versionOf(database) === migrations.length) return
  transaction(database, () => {
    // Read again inside the transaction: another process may have migrated it.
    const version = versionOf(database)
    if (version > migrations.length) {
      throw new AccountsFileError(
        `${path} was made by a newer release (its version is ${version}, this release knows ${migrations.length}): update this release, or choose another folder with CAIRN_HOME.`,
      )
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
  // IMMEDIATE: a transaction that reads before it writes could not wait for its turn.
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

/** The accounts file cannot be used: one sentence with its path and the remedy, for the operator. */
export class AccountsFileError extends Error {
  override readonly name = 'AccountsFileError'
}

function damaged(path: string): string {
  return `${path} is damaged, or no accounts file: restore it from a backup, or move it away with its -wal and -shm files to begin without accounts.`
}

/** Messages by primary result code, https://sqlite.org/rescode.html. */
const sqliteMessages: Record<number, (path: string) => string> = {
  3: notWritable,
  5: (path) => `${path} is locked by another process for over 5 s: end it, or wait for it.`,
  8: notWritable,
  10: (path) =>
    `${path} cannot be read or written: its disk is full or failing; make room or move it.`,
  11: damaged,
  13: (path) => `The disk of ${path} is full: make room.`,
  14: (path) => `${path} cannot be opened: check that it is a file and its folder can be written.`,
  26: damaged,
}

const systemMessages: Record<string, (path: string) => string> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  EISDIR: (path) => `${path} is a folder: move it away, the accounts are a file.`,
  EEXIST: noFolder,
  ENOTDIR: noFolder,
  ENOENT: noFolder,
  ENOSPC: (path) => `The disk of ${path} is full: make room.`,
  EDQUOT: (path) => `The disk quota for ${path} is used up: make room.`,
}

function notWritable(path: string): string {
  return `${path} cannot be read and written: give this user permission for it and its folder, or choose another folder with CAIRN_HOME.`
}

function noFolder(path: string): string {
  return `${dirname(path)} cannot be a folder: choose another with CAIRN_HOME.`
}

function withRemedy(error: unknown, path: string): unknown {
  const { code = '', errcode } = error as { code?: string; errcode?: number }
  const message = errcode === undefined ? systemMessages[code] : sqliteMessages[errcode & 0xff]
  return message ? new AccountsFileError(message(path), { cause: error }) : error
}

const constraintViolation = 19

/** Turns a fault of the file (locked too long, full, corrupt, unreadable) into `service_unavailable`. */
export function asFault(error: unknown, path: string): unknown {
  const { code, errcode } = error as { code?: string; errcode?: number }
  // A violated constraint is a bug in our statements, not a fault of the file.
  const isBug = errcode !== undefined && (errcode & 0xff) === constraintViolation
  return code === 'ERR_SQLITE_ERROR' && !isBug ? unavailable(withRemedy(error, path)) : error
}
