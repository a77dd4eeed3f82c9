import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountStore, hashKey, openAccounts } from '#platform/accounts'
import { commandLine } from '../../cli/keys.ts'
import { helpOf } from '../fixtures/command-line.ts'
import { cases } from '../setup/suite.ts'

const cli = new URL('../../cli/keys.ts', import.meta.url).pathname

// One example of each kind comes first, for the quick suite, because each starts a process.
const wrongUsages = [
  [['lst']],
  [['create', '--balance', '-5']],
  [['topup', 'acme']],
  [[]],
  [['help', 'me']],
  [['create', '--balance']],
  [['create', '--balance', '1.1234567']],
  [['create', '--balance', 'five']],
  [['create', '--account', 'a b']],
  [['create', 'extra']],
  [['list', '--yaml']],
  [['topup', 'acme', '0']],
  [['topup', 'acme', '-1']],
  [['suspend']],
  [['holds']],
  [['release', 'acme']],
  [['grant', 'everything', 'acme']],
]
const unknownNames = [
  [['topup', 'nobody', '1']],
  [['suspend', 'key_none']],
  [['release', 'secret', 'hold_none']],
  [['ledger', 'nobody']],
  [['list', '--account', 'nobody']],
  [['grant', 'predict', 'nobody']],
  [['delete', 'key_none']],
  [['holds', 'nobody']],
  [['release', 'nobody', 'hold_none']],
]

interface Result {
  code: number
  stdout: string
  stderr: string
}

describe('the keys command line', () => {
  const home = mkdtempSync(join(tmpdir(), 'accounts-cli-'))
  /** The running server, which keeps the file open. */
  let server: AccountStore
  beforeAll(async () => {
    server = await openAccounts({ CAIRN_HOME: home })
  })
  afterAll(() => {
    server.close()
    rmSync(home, { recursive: true })
  })

  const keysIn = (folder: string, ...args: string[]) =>
    new Promise<Result>((resolve) => {
      const env = { ...process.env, CAIRN_HOME: folder, CAIRN_TABLE: '' }
      execFile(process.execPath, [cli, ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
      })
    })
  const keys = (...args: string[]) => keysIn(home, ...args)
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await keys(...args, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  test('create makes an account with a key that a running server accepts at once', async () => {
    const made = await json('create', '--balance', '5.00')
    expect(made).toEqual({
      key: expect.stringMatching(/^sk_live_[0-9A-Za-z]{40}$/),
      key_id: expect.stringMatching(/^key_/),
      account_id: expect.stringMatching(/^acct_/),
      balance_usd: '5.00',
    })
    expect(await server.authenticate(hashKey(made.key))).toEqual({
      state: 'active',
      caller: { accountId: made.account_id, keyId: made.key_id, balance: 5_000_000, grants: [] },
    })
  })

  test('limit sets a rate limit that a running server applies at once', async () => {
    const made = await json('create', '--balance', '5.00')
    expect(await json('limit', made.account_id, '12.5')).toMatchObject({
      account_id: made.account_id,
      requests_per_second: 12.5,
      burst: 50,
    })
    expect((await server.authenticate(hashKey(made.key)))?.caller.limit).toEqual({
      requestsPerSecond: 12.5,
      burst: 50,
    })
    expect(await json('limit', made.account_id, '2', '--burst', '7')).toMatchObject({ burst: 7 })
    expect(await json('limit', made.account_id, 'default')).not.toHaveProperty('burst')
    for (const wrong of [['-1'], ['0'], ['fast'], ['5', '--burst', '0.5']]) {
      expect(await keys('limit', made.account_id, ...wrong)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^keys: .+\n$/),
      })
    }
  })

  test('create starts an account under a chosen id, then adds keys and money to it', async () => {
    expect(await json('create', '--account', 'acme')).toMatchObject({
      account_id: 'acme',
      balance_usd: '0.00',
    })
    expect(await json('create', '--account', 'acme')).toMatchObject({ balance_usd: '0.00' })
    const third = await json('create', '--account', 'acme', '--balance', '0.0007')
    expect(third).toMatchObject({ account_id: 'acme', balance_usd: '0.0007' })
    expect(await server.listKeys('acme')).toHaveLength(3)
  })

  test('create prints the key once, and no other command prints it', async () => {
    const { code, stdout } = await keys('create', '--account', 'secret', '--balance', '1')
    expect(code).toBe(0)
    const [key] = stdout.match(/sk_live_\w{40}/) ?? []
    expect(key).toBeDefined()
    expect(stdout).toContain('this once')
    const outputs = [
      await keys('list'),
      await keys('list', '--json'),
      await keys('ledger', 'secret', '--json'),
    ]
    for (const { stdout: text } of outputs) {
      expect(text).not.toContain('sk_live_')
      expect(text).not.toContain(hashKey(key!))
    }
  })

  test('list shows keys with state, hint and balance, for all accounts or for one', async () => {
    const made = await json('create', '--account', 'listed', '--balance', '2')
    const [row, ...more] = await json('list', '--account', 'listed')
    expect(more).toEqual([])
    expect(row).toEqual({
      key_id: made.key_id,
      account_id: 'listed',
      state: 'active',
      hint: made.key.slice(-4),
      created_at: expect.any(String),
      balance_usd: '2.00',
      held_usd: '0.00',
    })
    expect(await json('list')).toContainEqual(row)
    const { stdout } = await keys('list', '--account', 'listed')
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^KEY_ID +ACCOUNT_ID +STATE +HINT +BALANCE_USD +CREATED_AT$/)
    expect(lines[1]!.indexOf('active')).toBe(lines[0]!.indexOf('STATE'))
  })

  test('suspend, resume, revoke and delete affect the running server at once', async () => {
    const { key_id: keyId, key } = await json('create')
    const state = async () => (await server.authenticate(hashKey(key)))?.state
    for (const [verb, expected] of [
      ['suspend', 'suspended'],
      ['resume', 'active'],
      ['revoke', 'revoked'],
    ] as const) {
      expect(await json(verb, keyId)).toMatchObject({ key_id: keyId, state: expected })
      expect(await state()).toBe(expected)
    }
    const resumed = await keys('resume', keyId)
    expect(resumed).toMatchObject({ code: 1, stdout: '' })
    expect(resumed.stderr).toMatch(/^keys: .*revoked.*\n$/)
    expect(await json('delete', keyId)).toEqual({ key_id: keyId, state: 'deleted' })
    expect(await state()).toBeUndefined()
  })

  test('topup adds to the balance, and ledger lists it and charges', async () => {
    const { key_id: keyId } = await json('create', '--account', 'payer', '--balance', '1')
    expect(await json('topup', 'payer', '0.50')).toMatchObject({
      account_id: 'payer',
      balance_usd: '1.50',
    })
    await server.charge({
      accountId: 'payer',
      keyId,
      requestId: 'request 1',
      operation: 'routing/route',
      amount: 700,
    })
    const rows = await json('ledger', 'payer')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toEqual({
      sequence: 2,
      at: expect.any(String),
      kind: 'credit',
      amount_usd: '0.50',
      balance_after_usd: '1.50',
    })
    expect(rows[2]).toEqual({
      sequence: 3,
      at: expect.any(String),
      kind: 'charge',
      amount_usd: '-0.0007',
      balance_after_usd: '1.4993',
      operation: 'routing/route',
      key_id: keyId,
      request_id: 'request 1',
    })
    const { stdout } = await keys('ledger', 'payer')
    expect(stdout.trimEnd().split('\n')).toHaveLength(4)
    expect(stdout).toMatch(/ -0\.0007 +1\.4993 +routing\/route /)
  })

  test('holds lists open holds, and release returns one to the balance', async () => {
    const { key_id: keyId } = await json('create', '--account', 'holder', '--balance', '5')
    expect(await keys('holds', 'holder')).toMatchObject({
      code: 0,
      stdout: 'Nothing is on hold.\n',
    })
    const hold = { accountId: 'holder', keyId, operation: 'geocoding/batch', amount: 2_000_000 }
    await server.hold({ ...hold, holdId: 'hold_1' })
    await server.hold({ ...hold, holdId: 'hold_2', expiresAt: '2126-01-01T00:00:00Z' })
    await server.topUp('holder', 1)
    const rows = await json('holds', 'holder')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual({
      hold_id: 'hold_1',
      at: expect.any(String),
      amount_usd: '2.00',
      operation: 'geocoding/batch',
      key_id: keyId,
    })
    expect(rows[1]).toMatchObject({ hold_id: 'hold_2', expires_at: '2126-01-01T00:00:00.000Z' })
    const { stdout } = await keys('holds', 'holder')
    expect(stdout.split('\n')[0]).toMatch(
      /^HOLD_ID +AT +EXPIRES_AT +AMOUNT_USD +OPERATION +KEY_ID$/,
    )
    expect((await keys('list', '--account', 'holder')).stdout).toMatch(/ BALANCE_USD +HELD_USD /)
    expect((await keys('ledger', 'holder')).stdout).toMatch(/ HELD_AFTER_USD [\s\S]* 4\.00\n/)

    expect(await json('release', 'holder', 'hold_1')).toEqual({
      hold_id: 'hold_1',
      state: 'released',
      account_id: 'holder',
      balance_usd: '3.000001',
      held_usd: '2.00',
    })
    expect((await server.holds('holder')).map(({ holdId }) => holdId)).toEqual(['hold_2'])
    const capture = { accountId: 'holder', holdId: 'hold_1', amount: 1 }
    await expect(server.capture(capture)).rejects.toMatchObject({ code: 'bad_request' })
    await server.capture({ ...capture, holdId: 'hold_2' })
    const refused = await keys('release', 'holder', 'hold_2')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toBe('keys: Hold "hold_2" was captured and cannot be released.\n')
  })

  test('grant grants and withdraws an operation', async () => {
    await json('create', '--account', 'rescue')
    expect(await json('grant', 'predict', 'rescue')).toMatchObject({ grants: ['predict'] })
    expect((await server.getAccount('rescue'))?.grants).toEqual(['predict'])
    expect(await json('grant', 'predict', 'rescue', '--revoke')).toMatchObject({ grants: [] })
  })

  test('an empty home produces empty lists', async () => {
    const empty = join(home, 'empty')
    expect(await keysIn(empty, 'list')).toMatchObject({ code: 0, stdout: 'There are no keys.\n' })
    expect(await keysIn(empty, 'list', '--json')).toMatchObject({ code: 0, stdout: '[]\n' })
    await keysIn(empty, 'create', '--account', 'poor')
    expect(await keysIn(empty, 'ledger', 'poor', '--json')).toMatchObject({ stdout: '[]\n' })
  })

  test('every command prints help with an example', () => {
    const { program } = commandLine
    const names = program.commands.map((command) => command.name())
    const documented = ['create', 'list', 'topup', 'suspend', 'resume', 'revoke', 'delete']
    expect(names).toEqual([...documented, 'holds', 'release', 'ledger', 'grant', 'limit'])
    for (const command of program.commands) {
      const help = helpOf(command)
      expect(help).toContain(`Usage: npm run keys -- ${command.name()}`)
      expect(help).toMatch(new RegExp(`Examples?:\\n  npm run keys -- ${command.name()}`))
    }
  })

  test.each(wrongUsages.slice(0, cases({ quick: 3, full: wrongUsages.length })))(
    'wrong usage %j is answered with one line and exit code 2',
    async (args) => {
      const { code, stdout, stderr } = await keys(...args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/^keys: [^\n]+\n$/)
    },
  )

  test.each(unknownNames.slice(0, cases({ quick: 3, full: unknownNames.length })))(
    'an unknown account, key or hold (%j) is reported in one line with exit code 1',
    async (args) => {
      const { code, stdout, stderr } = await keys(...args)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^keys: There is no (account|key|hold) "\w+"\.\n$/)
    },
  )

  test('accounts that cannot be opened are reported in one line with the reason and exit code 1', async () => {
    const file = join(home, 'file')
    writeFileSync(file, '')
    const { code, stdout, stderr } = await keysIn(file, 'list')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^keys: The accounts cannot be used: [^\n]+\n$/)
  })
})
