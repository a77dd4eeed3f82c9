import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLocalAccounts } from '#platform/accounts/local'

const keys = new URL('../../../cli/keys.ts', import.meta.url).pathname
const start = new URL('../../../infra/local/main.ts', import.meta.url).pathname
/** Permissions do not bind root, so commands run as user `nobody` when the tests run as root. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'accounts-unusable-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
/** Creates a home with an accounts file that contains 300 accounts. */
async function home(): Promise<{ home: string; file: string }> {
  const home = join(folder, String(++count))
  const file = join(home, 'accounts.db')
  const store = openLocalAccounts(file)
  for (let i = 0; i < 300; i++) await store.createAccount({ accountId: `account-${i}`, balance: i })
  store.close()
  return { home, file }
}

interface Result {
  code: number
  stdout: string
  stderr: string
}

interface Way {
  /** Maximum size of a file that a command writes, in blocks of 1,024 bytes. */
  maxBlocks?: number
  asNobody?: boolean
}

function run(home: string, args: string[], { maxBlocks, asNobody }: Way = {}): Promise<Result> {
  const limit = maxBlocks === undefined ? '' : `ulimit -f ${maxBlocks}; trap '' XFSZ; `
  const env = { ...process.env, CAIRN_HOME: home, CAIRN_TABLE: '', PORT: '0', TMPDIR: folder }
  const identity = asNobody && nobody ? { uid: nobody, gid: nobody } : {}
  return new Promise((resolve) => {
    // Otherwise bash takes the socket on its input for a remote login and reads root's start-up file.
    const all = ['--norc', '-c', `${limit}exec "$@"`, 'sh', process.execPath, ...args]
    execFile('bash', all, { env, timeout: 60_000, ...identity }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

/** Expects that both commands print the same sentence, nothing else, and exit with 1. */
async function bothSay(home: string, sentence: string, way: Way = {}): Promise<void> {
  for (const args of [[keys, 'list'], [keys, 'create'], [start]]) {
    const { code, stdout, stderr } = await run(home, args, way)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).toContain(sentence)
  }
}

describe('an accounts file', () => {
  test.each([
    ['random bytes', (file: string) => writeFileSync(file, Buffer.alloc(9000, 'no accounts '))],
    ['an empty header', (file: string) => writeFileSync(file, Buffer.alloc(100))],
  ])('is refused with its path and advice when it contains %s', async (_, spoil) => {
    const { home: place, file } = await home()
    spoil(file)
    const before = readFileSync(file)
    await bothSay(place, `${file} is damaged, or no accounts file: restore it from a backup`)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('is refused when a page is damaged and the header is sound', async () => {
    const { home: place, file } = await home()
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 4096, bytes.length)
    writeFileSync(file, bytes)
    await bothSay(place, `${file} is damaged, or no accounts file: restore it from a backup`)
  })

  test('is refused with both versions when a newer release wrote it', async () => {
    const { home: place, file } = await home()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    await bothSay(place, `${file} was made by a newer release (its version is 99, this release`)
  })

  test('is refused when it is a folder', async () => {
    const place = join(folder, 'taken')
    mkdirSync(join(place, 'accounts.db'), { recursive: true })
    await bothSay(place, `${join(place, 'accounts.db')} is a folder: move it away`)
  })

  test('is refused when its home is a file', async () => {
    const place = join(folder, 'file')
    writeFileSync(place, '')
    await bothSay(
      place,
      `${place} cannot be created as a folder, since a file or a broken link is in the way: move that`,
    )
  })

  test('is refused on a full disk', async () => {
    const place = join(folder, 'full')
    await bothSay(
      place,
      `${join(place, 'accounts.db')} cannot be read or written: its disk is full`,
      {
        maxBlocks: 1,
      },
    )
  })

  test('is refused when it or its home lacks permissions', async () => {
    const { home: place, file } = await home()
    const needed = `${file} cannot be read and written: give this user permission`
    chmodSync(file, 0o400)
    await bothSay(place, needed, { asNobody: true })
    if (nobody) chownSync(file, nobody, nobody)
    chmodSync(file, 0o600)
    chmodSync(place, 0o555)
    // The file is writable, but SQLite needs other files beside it.
    await bothSay(place, needed, { asNobody: true })
    const missing = join(place, 'home')
    await bothSay(missing, `${join(missing, 'accounts.db')} cannot be read and written`, {
      asNobody: true,
    })
    expect(existsSync(missing)).toBe(false)
    chmodSync(place, 0o755)
  })

  test('is refused when it stays locked', async () => {
    const { home: place, file } = await home()
    copyFileSync(file, `${file}.before`)
    const holder = new DatabaseSync(file)
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE accounts SET balance = 1')
    const { code, stderr } = await run(place, [keys, 'create'])
    holder.exec('ROLLBACK')
    holder.close()
    expect(code).toBe(1)
    expect(stderr).toBe(
      `keys: The accounts cannot be used: ${file} is locked by another process for over 5 s: end it, or wait for it.\n`,
    )
  })
})
