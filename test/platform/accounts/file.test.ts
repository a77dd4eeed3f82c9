import { execFile } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { openLocalAccounts } from '#platform/accounts/local'
import { expectBalancedLedger, openAccount } from '../../contract/accounts-fixtures.ts'

const run = promisify(execFile)
const charger = new URL('./charger.ts', import.meta.url).pathname

describe('the accounts file on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-file-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let files = 0
  const newPath = () => join(folder, String(files++), 'accounts.db')

  const chargeFrom = async (processes: number, ...args: string[]) => {
    const runs = Array.from({ length: processes }, () => run(process.execPath, [charger, ...args]))
    return (await Promise.all(runs)).map(({ stdout }) => Number(stdout))
  }

  test('is created on first use, readable by its owner only, and persists', async () => {
    const path = newPath()
    const store = openLocalAccounts(path)
    const { accountId } = await openAccount(store, 5)
    for (const file of [path, `${path}-wal`, `${path}-shm`]) {
      expect(statSync(file).mode & 0o777, file).toBe(0o600)
    }
    store.close()
    store.close()
    const again = openLocalAccounts(path)
    expect((await again.getAccount(accountId))?.balance).toBe(5)
    again.close()
  })

  test('contains only the hash and hint of a key, not the key', async () => {
    const path = newPath()
    const store = openLocalAccounts(path)
    const { sha256 } = await openAccount(store, 5)
    store.close()
    const bytes = readFileSync(path, 'latin1')
    expect(bytes).toContain(sha256)
    expect(bytes).not.toContain('sk_live_')
  })

  test('can be opened for the first time by several processes at once', async () => {
    const path = newPath()
    expect(await chargeFrom(6, path, 'nobody', 'key', '1')).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('accepts exactly 4,000 of 4 x 4,000 charges by several processes on a balance for 4,000', async () => {
    const path = newPath()
    const store = openLocalAccounts(path)
    const { accountId, keyId } = await openAccount(store, 4000)
    const paid = await chargeFrom(4, path, accountId, keyId, '4000')
    expect(paid.reduce((sum, n) => sum + n)).toBe(4000)
    expect(await expectBalancedLedger(store, accountId)).toHaveLength(4001)
    store.close()
  })

  test('is migrated with all its content when an earlier release wrote it', async () => {
    const path = newPath()
    mkdirSync(dirname(path))
    const earlier = new DatabaseSync(path)
    earlier.exec(readFileSync(new URL('./version-1.sql', import.meta.url), 'utf8'))
    earlier.close()

    const store = openLocalAccounts(path)
    const account = { accountId: 'acme', balance: 4_993_000, held: 0, grants: ['predict'] }
    expect(await store.getAccount('acme')).toMatchObject(account)
    expect(await store.getAccount('empty')).toMatchObject({ balance: 0, held: 0, grants: [] })
    expect((await store.listKeys()).map(({ keyId, state, hint }) => [keyId, state, hint])).toEqual([
      ['key_1', 'active', 'abcd'],
      ['key_2', 'suspended', 'efgh'],
    ])
    expect((await store.authenticate('1'.repeat(64)))?.caller.balance).toBe(4_993_000)
    const rows = await expectBalancedLedger(store, 'acme')
    expect(rows.map(({ amount }) => amount)).toEqual([4_000_000, 1_000_000, -7000])

    const request = { accountId: 'acme', keyId: 'key_1', operation: 'routing/route', amount: 7000 }
    expect(await store.charge({ ...request, requestId: 'request 1' })).toEqual({
      balance: 4_993_000,
      repeated: true,
    })
    const hold = { ...request, holdId: 'hold_1' }
    expect(await store.hold(hold)).toEqual({ balance: 4_986_000 })
    expect(await store.charge({ ...request, requestId: 'request 2' })).toEqual({
      balance: 4_979_000,
    })
    expect(await store.capture({ ...hold, amount: 1 })).toEqual({ balance: 4_985_999 })
    expect(await expectBalancedLedger(store, 'acme')).toHaveLength(5)
    await store.hold({ ...request, holdId: 'hold_2', expiresAt: '2026-01-01T00:00:00Z' })
    expect(await store.releaseExpired('acme')).toHaveLength(1)
    store.close()
    const again = openLocalAccounts(path)
    expect(await expectBalancedLedger(again, 'acme')).toHaveLength(5)
    again.close()
  })

  test('keeps holds open when it comes from a release whose holds did not expire', async () => {
    const path = newPath()
    const before = openLocalAccounts(path)
    const { accountId, keyId } = await openAccount(before, 1000)
    const hold = { accountId, keyId, holdId: 'hold_1', operation: 'x', amount: 700 }
    await before.hold(hold)
    before.close()
    const earlier = new DatabaseSync(path)
    earlier.exec('ALTER TABLE holds DROP COLUMN expires_at')
    earlier.exec('DROP TABLE idempotency; DROP TABLE idempotency_sizes')
    earlier.exec('PRAGMA user_version = 3')
    earlier.close()

    const store = openLocalAccounts(path)
    expect(await store.releaseExpired(accountId)).toEqual([])
    const charge = { accountId, keyId, requestId: 'r', operation: 'x', amount: 301 }
    await expect(store.charge(charge)).rejects.toMatchObject({ code: 'payment_required' })
    expect(await store.capture({ ...hold, amount: 700 })).toEqual({ balance: 300 })
    store.close()
  })

  test('can be migrated from an earlier release by several processes at once', async () => {
    const path = newPath()
    mkdirSync(dirname(path))
    const earlier = new DatabaseSync(path)
    earlier.exec(readFileSync(new URL('./version-1.sql', import.meta.url), 'utf8'))
    earlier.close()
    expect(await chargeFrom(6, path, 'acme', 'key_1', '10')).toEqual([10, 10, 10, 10, 10, 10])
  })

  test('is unavailable when a newer release wrote it', () => {
    const path = newPath()
    openLocalAccounts(path).close()
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    expect(() => openLocalAccounts(path)).toThrow(
      expect.objectContaining({
        code: 'service_unavailable',
        cause: expect.objectContaining({ message: expect.stringContaining('newer release') }),
      }),
    )
  })

  test('is unavailable when it is not a database', () => {
    const path = join(folder, 'text.db')
    writeFileSync(path, 'accounts, as I remember them\n'.repeat(100))
    expect(() => openLocalAccounts(path)).toThrow(
      expect.objectContaining({ code: 'service_unavailable' }),
    )
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  test('is unavailable when its home is a file', () => {
    const path = join(folder, 'text')
    appendFileSync(path, '')
    expect(() => openLocalAccounts(join(path, 'accounts.db'))).toThrow(
      expect.objectContaining({ code: 'service_unavailable' }),
    )
  })

  test('is unavailable when it loses a table while in use, and charges nothing', async () => {
    const path = newPath()
    const store = openLocalAccounts(path)
    const { accountId, keyId } = await openAccount(store, 5)
    const charge = { accountId, keyId, requestId: 'r', operation: 'routing/route', amount: 1 }
    const vandal = new DatabaseSync(path)
    vandal.exec('ALTER TABLE ledger RENAME TO gone')
    await expect(store.charge(charge)).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'retry-after': '1' },
    })
    vandal.exec('ALTER TABLE gone RENAME TO ledger')
    vandal.close()
    expect((await store.getAccount(accountId))?.balance).toBe(5)
    expect(await store.charge(charge)).toEqual({ balance: 4 })
    store.close()
  })

  test('is unavailable on a full disk, and its ledger still balances', async () => {
    const path = newPath()
    const setup = openLocalAccounts(path)
    const { accountId, keyId } = await openAccount(setup, 100_000)
    setup.close()
    // A file-size limit for the process stands in for a full disk.
    const script = `ulimit -f ${Math.ceil(statSync(path).size / 1024) + 8}; trap '' XFSZ; exec "$@"`
    const args = ['-c', script, 'sh', process.execPath, charger, path, accountId, keyId, '100000']
    const { stderr } = await run('bash', args).then(
      () => ({ stderr: 'it was never full' }),
      (error: { stderr: string }) => error,
    )
    expect(stderr).toContain('service_unavailable')
    const store = openLocalAccounts(path)
    const rows = await expectBalancedLedger(store, accountId)
    expect(rows.length).toBeGreaterThan(1)
    store.close()
  })
})
