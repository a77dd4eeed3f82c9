import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openLocalAccounts } from '#platform/accounts/local'
import { openAccount } from '../../contract/accounts-fixtures.ts'
import { chargeFor, invocationOf } from '../../contract/accounts-idempotency.ts'

const folder = mkdtempSync(join(tmpdir(), 'idempotency-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function openFile(limits = { recordsPerAccount: 1000, bytesPerAccount: 1e6, bytes: 1e6 }) {
  const path = join(folder, `${++files}.db`)
  const store = openLocalAccounts(path, limits)
  const rows = () => {
    const database = new DatabaseSync(path, { readOnly: true })
    const stored = database
      .prepare(
        'SELECT account_id, count(*) AS records, sum(length(answer)) AS bytes FROM idempotency GROUP BY 1',
      )
      .all()
    const counted = database.prepare('SELECT * FROM idempotency_sizes').all()
    database.close()
    return { stored, counted }
  }
  const callOnce = async (
    account: Awaited<ReturnType<typeof openAccount>>,
    key: string,
    bytes: number,
  ) => {
    const call = invocationOf(account, { key })
    const { kind } = await store.idempotency.begin(call)
    if (kind === 'first') await chargeFor(store, account, call, randomBytes(bytes))
    if (kind === 'paid') await store.idempotency.keep(call, undefined)
    return kind
  }
  return { path, store, rows, callOnce }
}

describe('the records of idempotency keys in the accounts file', () => {
  test('keep the newest answers of an account up to its maximum number of bytes', async () => {
    const { store, rows, callOnce } = openFile({
      recordsPerAccount: 1000,
      bytesPerAccount: 50_000,
      bytes: 1e6,
    })
    const account = await openAccount(store, 1e6)
    for (let i = 0; i < 60; i++) await callOnce(account, `k${i}`, 5000)
    const { stored, counted } = rows()
    expect(Number(stored[0]!.bytes)).toBeLessThanOrEqual(50_000)
    expect(counted[0]).toEqual({
      account_id: account.accountId,
      records: 60,
      bytes: stored[0]!.bytes,
    })
    expect(await callOnce(account, 'k59', 0)).toBe('answered')
    expect(await callOnce(account, 'k0', 0)).toBe('paid')
    store.close()
  })

  test('stay within the maximum of bytes of all accounts, and never displace those of other accounts', async () => {
    const { store, rows, callOnce } = openFile({
      recordsPerAccount: 1000,
      bytesPerAccount: 50_000,
      bytes: 60_000,
    })
    const [one, two] = [await openAccount(store, 1e6), await openAccount(store, 1e6)]
    for (let i = 0; i < 10; i++) await callOnce(one, `k${i}`, 5000)
    for (let i = 0; i < 10; i++) await callOnce(two, `k${i}`, 5000)
    const bytes = rows().stored.map((row) => Number(row.bytes))
    expect(bytes.reduce((a, b) => a + b)).toBeLessThanOrEqual(60_000)
    expect(bytes).toContain(50_000)
    expect(await callOnce(one, 'k0', 0)).toBe('answered')
    store.close()
  })

  test('stay within the maximum number per account, and the oldest are forgotten', async () => {
    const { store, rows, callOnce } = openFile({
      recordsPerAccount: 30,
      bytesPerAccount: 1e6,
      bytes: 1e6,
    })
    const account = await openAccount(store, 1e6)
    for (let i = 0; i < 100; i++) await callOnce(account, `k${i}`, 10)
    expect(Number(rows().stored[0]!.records)).toBeLessThanOrEqual(30)
    expect(await callOnce(account, 'k99', 0)).toBe('answered')
    store.close()
  })

  test('are removed by later calls once they have expired', async () => {
    const { store, rows, callOnce } = openFile()
    const account = await openAccount(store, 1e6)
    for (let i = 0; i < 50; i++) await callOnce(account, `k${i}`, 10)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 })
    for (let i = 0; i < 3; i++) await callOnce(account, `new${i}`, 10)
    vi.useRealTimers()
    expect(rows().stored[0]!.records).toBe(3)
    expect(rows().counted[0]!.records).toBe(3)
    store.close()
  })

  test('are unlocked when the process that holds the lock has ended', async () => {
    const { path, store } = openFile()
    const account = await openAccount(store, 1e6)
    const call = invocationOf(account, { key: 'k' })
    await store.idempotency.begin(call)
    expect(await store.idempotency.begin(invocationOf(account, { key: 'k' }))).toMatchObject({
      kind: 'running',
    })
    const database = new DatabaseSync(path)
    // A process id that no system assigns.
    database.exec('UPDATE idempotency SET process_id = 99999999')
    database.close()
    const next = invocationOf(account, { key: 'k' })
    expect(await store.idempotency.begin(next)).toEqual({ kind: 'first' })
    await expect(chargeFor(store, account, call, undefined)).rejects.toMatchObject({
      code: 'gateway_timeout',
    })
    await chargeFor(store, account, next, undefined)
    store.close()
  })

  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])(
    'are unlocked when the clock is set %s by an hour, and the call with the lock cannot charge',
    async (_, step) => {
      const { store } = openFile()
      const account = await openAccount(store, 1e6)
      const call = invocationOf(account, { key: 'k' })
      await store.idempotency.begin(call)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step })
      const next = invocationOf(account, { key: 'k' })
      expect(await store.idempotency.begin(next)).toEqual({ kind: 'first' })
      await expect(chargeFor(store, account, call, undefined)).rejects.toMatchObject({
        code: 'gateway_timeout',
      })
      await chargeFor(store, account, next, Buffer.from('{}'))
      // The record is valid on both sides of the clock change.
      vi.useRealTimers()
      const later = invocationOf(account, { key: 'k' })
      expect(await store.idempotency.begin(later)).toMatchObject({ kind: 'answered' })
      store.close()
    },
  )

  test('contain neither the key of a caller nor its body', async () => {
    const { path, store, callOnce } = openFile()
    const account = await openAccount(store, 1e6)
    await callOnce(account, 'my-secret-key', 10)
    store.close()
    const { readFileSync } = await import('node:fs')
    expect(readFileSync(path).includes('my-secret-key')).toBe(false)
  })
})
