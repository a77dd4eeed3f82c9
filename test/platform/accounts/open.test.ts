import { mkdtempSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openAccounts, openLedger } from '#platform/accounts'

describe('openAccounts', () => {
  const home = mkdtempSync(join(tmpdir(), 'accounts-open-'))
  afterAll(() => rmSync(home, { recursive: true }))

  test('opens the accounts file once per process, until it is closed', async () => {
    const [one, two] = await Promise.all([
      openAccounts({ CAIRN_HOME: home }),
      openAccounts({ CAIRN_HOME: home, CAIRN_TABLE: '' }),
    ])
    expect(one).toBe(two)
    expect(statSync(join(home, 'accounts.db')).isFile()).toBe(true)
    await one.createAccount({ accountId: 'acme', balance: 7 })
    one.close()
    const again = await openAccounts({ CAIRN_HOME: home })
    expect(again).not.toBe(one)
    expect(await again.getAccount('acme')).toMatchObject({ balance: 7 })
    again.close()
  })

  test('tries again after a failure', async () => {
    const place = join(home, 'blocked')
    writeFileSync(place, '')
    await expect(openAccounts({ CAIRN_HOME: place })).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    unlinkSync(place)
    const store = await openAccounts({ CAIRN_HOME: place })
    store.close()
  })

  test('opens the table when the environment names one', async () => {
    const store = await openAccounts({ CAIRN_TABLE: 'accounts', CAIRN_HOME: join(home, 'unused') })
    expect(() => statSync(join(home, 'unused'))).toThrow()
    store.close()
  })

  test('names the missing variable when a ledger has no table', async () => {
    await expect(openLedger({})).rejects.toThrow('CAIRN_TABLE')
  })
})
