import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTableAccounts } from '#platform/accounts/aws'
import { needsDynalite, startDynalite } from '../fixtures/dynamodb.ts'

const run = promisify(execFile)
const cli = new URL('../../cli/keys.ts', import.meta.url).pathname

describe('the keys command line on a DynamoDB table', () => {
  needsDynalite()
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable('deployed')
    dynalite.followLedger('deployed')
  })
  afterAll(() => dynalite.stop())

  /** Runs the command as an operator does: the table by name, credentials and AWS region from the environment. */
  const keys = async (table: string, ...args: string[]) => {
    const env = { ...process.env, ...dynalite.env, CAIRN_TABLE: table, CAIRN_HOME: tmpdir() }
    const { stdout } = await run(process.execPath, [cli, ...args, '--json'], { env })
    return JSON.parse(stdout)
  }

  test('creates accounts and keys, and changes and lists balances', async () => {
    const made = await keys('deployed', 'create', '--account', 'acme', '--balance', '5.00')
    expect(made).toMatchObject({ account_id: 'acme', balance_usd: '5.00' })
    const store = openTableAccounts({ table: 'deployed', client: dynalite.connect() })
    const job = { accountId: 'acme', keyId: made.key_id, operation: 'geocoding/batch' }
    await store.hold({ ...job, holdId: 'hold_1', amount: 2_000_000 })
    expect(await keys('deployed', 'topup', 'acme', '1')).toMatchObject({
      balance_usd: '4.00',
      held_usd: '2.00',
    })
    expect(await keys('deployed', 'list')).toMatchObject([
      { key_id: made.key_id, state: 'active', balance_usd: '4.00', held_usd: '2.00' },
    ])
    expect(await keys('deployed', 'holds', 'acme')).toMatchObject([{ hold_id: 'hold_1' }])
    expect(await keys('deployed', 'release', 'acme', 'hold_1')).toMatchObject({
      balance_usd: '6.00',
    })
    expect(await keys('deployed', 'ledger', 'acme')).toMatchObject([
      { sequence: 1, amount_usd: '5.00', balance_after_usd: '5.00' },
      { sequence: 2, amount_usd: '1.00', balance_after_usd: '4.00', held_after_usd: '2.00' },
    ])
    await keys('deployed', 'revoke', made.key_id)
    await keys('deployed', 'delete', made.key_id)
    expect(await store.listKeys('acme')).toEqual([])
    store.close()
  })

  test('reports a missing table in one line with the reason and exit code 1', async () => {
    const failed = await keys('missing', 'list').catch((error) => error)
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toMatch(/^keys: The accounts cannot be used: [^\n]+\n$/)
  })
})
