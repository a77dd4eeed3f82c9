import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unavailable } from '#platform/errors'

/** A SQLite file of the service. */
export interface DatabaseFile {
  path: string
  /** Contents of the file for messages: a plural noun such as `accounts`. */
  contents: string
  /** Entry i migrates the file from version i to i + 1; entries never change. */
  migrations: readonly string[]
}

/**
 * Opens a file, which is created on first use and readable by its owner only. Several processes may have it open:
 * readers never wait, writers wait up to 5 s for their turn.
 *
 * @throws DatabaseFileError that states the fault of the file and the remedy.
 */
export function openDatabase(file: DatabaseFile): DatabaseSync {
  const { path } = file
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dirname(path), { recursive: true })
    // SQLite would create it readable by all; its -wal and -shm files get the same mode.
    closeSync(openSync(path, 'a', 0o600))
    database = new DatabaseSync(path, { timeout: 5000 })
    // NORMAL: a power cut may lose the last changes but does not damage the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    migrate(database, file)
    return database
  } catch (error) {
    database?.close()
    throw withRemedy(error, file)
  }
}

/** Maximum size of a file to check; checking a larger one would delay the start by seconds. */
const maxCheckedBytes = 500e6

/** Returns the fault of a file that cannot be used. Reads all of a file of up to {@link maxCheckedBytes}. */
export function findDamage(file: DatabaseFile): DatabaseFileError | undefined {
  const { path } = file
  let database: DatabaseSync | undefined
  try {
    database = openDatabase(file)
    if (statSync(path).size > maxCheckedBytes) return undefined
    const check = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
    return check === 'ok'
      ? undefined
      : new DatabaseFileError(describeDamage(file), { cause: check })
  } catch (error) {
    const fault = withRemedy(error, file)
    if (fault instanceof DatabaseFileError) return fault
    throw error
  } finally {
    database?.close()
  }
}

function migrate(database: DatabaseSync, { path, migrations }: DatabaseFile): void {
  if (readVersion(database) === migrations.length) return
  runTransaction(database, () => {
    // Read the version again inside the transaction: another process may have migrated the file.
    const version = readVersion(database)
    if (version > migrations.length) {
      throw new DatabaseFileError(
        `${path} was made by a newer release (its version is ${version}, this release knows ${migrations.length}): update this release, or choose another folder with CAIRN_HOME.`,
      )
    }
    for (const migration of migrations.slice(version)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

/** Runs `work` as one write transaction. */
export function runTransaction<T>(database: DatabaseSync, work: () => T): T {
  // IMMEDIATE waits for the write lock; a transaction that began with a read would fail instead.
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

/** Thrown when a file cannot be used. The message is one sentence for the operator, with the path and the remedy. */
export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError'
}

function describeDamage({ path, contents }: DatabaseFile): string {
  return `${path} is damaged, or no ${contents} file: restore it from a backup, or move it away with its -wal and -shm files to begin without ${contents}.`
}

/** Primary result codes, https://sqlite.org/rescode.html. */
const SQLITE = {
  PERM: 3,
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  CONSTRAINT: 19,
  NOTADB: 26,
} as const

const sqliteMessages: Record<number, (file: DatabaseFile) => string> = {
  [SQLITE.PERM]: describeNotWritable,
  [SQLITE.BUSY]: ({ path }) =>
    `${path} is locked by another process for over 5 s: end it, or wait for it.`,
  [SQLITE.READONLY]: describeNotWritable,
  [SQLITE.IOERR]: ({ path }) =>
    `${path} cannot be read or written: its disk is full or failing; make room or move it.`,
  [SQLITE.CORRUPT]: describeDamage,
  [SQLITE.FULL]: ({ path }) => `The disk of ${path} is full: make room.`,
  [SQLITE.CANTOPEN]: ({ path }) =>
    `${path} cannot be opened: check that it is a file and its folder can be written.`,
  [SQLITE.NOTADB]: describeDamage,
}

const systemMessages: Record<string, (file: DatabaseFile) => string> = {
  EACCES: describeNotWritable,
  EPERM: describeNotWritable,
  EROFS: describeNotWritable,
  EISDIR: ({ path, contents }) => `${path} is a folder: move it away, the ${contents} are a file.`,
  EEXIST: describeNoFolder,
  ENOTDIR: describeNoFolder,
  ENOENT: describeNoFolder,
  ENOSPC: ({ path }) => `The disk of ${path} is full: make room.`,
  EDQUOT: ({ path }) => `The disk quota for ${path} is used up: make room.`,
}

function describeNotWritable({ path }: DatabaseFile): string {
  return `${path} cannot be read and written: give this user permission for it and its folder, or choose another folder with CAIRN_HOME.`
}

function describeNoFolder({ path }: DatabaseFile): string {
  return `${dirname(path)} cannot be created as a folder, since a file or a broken link is in the way: move that, or choose another folder with CAIRN_HOME.`
}

function withRemedy(error: unknown, file: DatabaseFile): unknown {
  const { code = '', errcode } = error as { code?: string; errcode?: number }
  const message = errcode === undefined ? systemMessages[code] : sqliteMessages[errcode & 0xff]
  return message ? new DatabaseFileError(message(file), { cause: error }) : error
}

/** Turns a fault of the file (locked too long, full, corrupt, unreadable) into `service_unavailable`. */
export function toFault(error: unknown, file: DatabaseFile): unknown {
  const { code, errcode } = error as { code?: string; errcode?: number }
  // A violated constraint is a bug in the statements, not a fault of the file.
  const isBug = errcode !== undefined && (errcode & 0xff) === SQLITE.CONSTRAINT
  return code === 'ERR_SQLITE_ERROR' && !isBug ? unavailable(withRemedy(error, file)) : error
}
