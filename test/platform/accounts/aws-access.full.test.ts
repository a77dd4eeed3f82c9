import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runConsoleAction } from '#console'
import {
  type AccessStatement,
  type AccountStore,
  accountsAccess,
  hashKey,
  makeKey,
} from '#platform/accounts'
import { openTableAccounts, openTableLedger } from '#platform/accounts/aws'
import { ledgerOf, openAccount, openKey } from '../../contract/accounts-fixtures.ts'
import { chargeFor, invocationOf } from '../../contract/accounts-idempotency.ts'
import { startDynalite, tableName } from '../../fixtures/dynamodb.ts'
import { loseNextUpdate } from '../../fixtures/lost-replies.ts'

type Role = keyof typeof accountsAccess
type Item = Record<string, unknown>

describe('the access of each role to the accounts table', () => {
  const table = tableName('accounts')
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let owner: AccountStore
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
    owner = openTableAccounts({ table, client: dynalite.connect() })
  })
  afterAll(() => {
    owner.close()
    return dynalite.stop()
  })

  /** Connects a client that denies whatever IAM would deny to the roles. */
  const connectAs = (...roles: Role[]) => {
    const client = dynalite.connect()
    const used = new Set<string>()
    client.middlewareStack.add(
      (next, context) => (args) => {
        const action = `dynamodb:${context.commandName?.replace(/(Item)?Command$/, '')}`
        const input = args.input as Item
        for (const key of leadingKeysOf(input)) {
          const statement = statementsOf(...roles).find(
            ({ actions, leadingKeys, attributes }) =>
              actions.some((name) => name.replace(/Item$/, '') === action) &&
              leadingKeys.some((pattern) => matches(key, pattern)) &&
              attributesOf(input).every((name) => attributes?.includes(name) ?? true),
          )
          if (!statement) {
            throw Object.assign(new Error(`${action} on ${key}`), { name: 'AccessDeniedException' })
          }
          used.add(statement.actions.find((name) => name.replace(/Item$/, '') === action)!)
          used.add(statement.leadingKeys.find((pattern) => matches(key, pattern))!)
          if (statement.attributes) for (const name of attributesOf(input)) used.add(name)
        }
        return next(args)
      },
      { step: 'initialize' },
    )
    return { client, used }
  }

  /** Expects that the role has used every permission it was granted. */
  const expectNothingSpare = (used: Set<string>, ...roles: Role[]) => {
    const granted = statementsOf(...roles).flatMap(({ actions, leadingKeys, attributes = [] }) => [
      ...actions,
      ...leadingKeys,
      ...attributes,
    ])
    expect([...used].sort()).toEqual([...new Set(granted)].sort())
  }

  const denied = { cause: expect.objectContaining({ name: 'AccessDeniedException' }) }

  test('lets an operation keep the records of idempotency keys', async () => {
    const account = await openAccount(owner, 1_000_000)
    const { client, used } = connectAs('charge', 'repeat')
    const store = openTableAccounts({ table, client })
    const failed = invocationOf(account, { key: 'failed' })
    expect(await store.idempotency.begin(failed)).toEqual({ kind: 'first' })
    await store.idempotency.end(failed)
    const call = invocationOf(account, { key: 'k' })
    await store.idempotency.begin(call)
    await chargeFor(store, account, call, Buffer.from('answer'))
    expect(await store.idempotency.has(call)).toBe(true)
    const again = invocationOf(account, { key: 'k' })
    expect(await store.idempotency.begin(again)).toMatchObject({ kind: 'answered' })
    const dead = invocationOf(account, { key: 'dead', lockMs: -1 })
    await store.idempotency.begin(dead)
    const next = invocationOf(account, { key: 'dead' })
    expect(await store.idempotency.begin(next)).toEqual({ kind: 'first' })
    for (const { actions, leadingKeys } of accountsAccess.repeat) {
      for (const name of [...actions, ...leadingKeys]) expect(used).toContain(name)
    }
    store.close()
  })

  test('lets the authorizer authenticate, and do nothing else', async () => {
    const account = await openAccount(owner, 1000)
    const { client, used } = connectAs('authorize')
    const store = openTableAccounts({ table, client })
    expect(await store.authenticate(account.sha256)).toMatchObject({ state: 'active' })
    expect(await store.authenticate(hashKey(makeKey()))).toBeUndefined()
    await owner.deleteKey(account.keyId)
    expect(await store.authenticate(account.sha256)).toBeUndefined()
    const limit = { requestsPerSecond: 0.001, burst: 2 }
    for (const admitted of [true, true, false]) {
      const { retryAfterMs } = await store.admit({ keyId: account.keyId, limit })
      expect(retryAfterMs === 0).toBe(admitted)
    }
    expectNothingSpare(used, 'authorize')
    await expect(store.setLimit(account.accountId, limit)).rejects.toMatchObject(denied)
    await expect(store.topUp(account.accountId, 1)).rejects.toMatchObject(denied)
    await expect(ledgerOf(store, account.accountId)).rejects.toMatchObject(denied)
  })

  test('lets an operation charge, and do nothing else', async () => {
    const { accountId, keyId, sha256 } = await openAccount(owner, 1000)
    const { client, used } = connectAs('charge')
    const store = openTableAccounts({ table, client })
    const charge = { accountId, keyId, requestId: 'request 1', operation: 'x', amount: 100 }
    await store.charge(charge)
    expect(await store.charge(charge)).toEqual({ balance: 900, repeated: true })
    await expect(
      store.charge({ ...charge, requestId: 'request 2', amount: 901 }),
    ).rejects.toMatchObject({ code: 'payment_required' })

    const lost = { accountId, keyId, holdId: 'hold_lost', operation: 'x', amount: 900 }
    await owner.hold({ ...lost, expiresAt: '2026-01-01T00:00:00Z' })
    await store.charge({ ...charge, requestId: 'request 0', amount: 0 })
    expect(await store.charge({ ...charge, requestId: 'request 1b', amount: 1 })).toEqual({
      balance: 899,
    })

    // The reply to this charge is lost, and 40 other charges push it out of the recent moves.
    loseNextUpdate(client, async () => {
      for (let i = 0; i < 40; i++) await owner.charge({ ...charge, requestId: `o${i}`, amount: 1 })
    })
    await expect(store.charge({ ...charge, requestId: 'request 3' })).rejects.toMatchObject({
      code: 'service_unavailable',
    })

    await owner.setKeyState(keyId, 'revoked')
    const revoked = { code: 'forbidden' }
    await expect(store.charge({ ...charge, requestId: 'request 4' })).rejects.toMatchObject(revoked)
    expectNothingSpare(used, 'charge')
    await expect(store.authenticate(sha256)).rejects.toMatchObject(denied)
    await expect(openKey(store, accountId)).rejects.toMatchObject(denied)
    await expect(store.createAccount({ balance: 1 })).rejects.toMatchObject(denied)
    await expect(store.setGrant(accountId, 'predict', true)).rejects.toMatchObject(denied)
    await expect(store.setLimit(accountId, undefined)).rejects.toMatchObject(denied)
    const hold = { accountId, keyId, holdId: 'hold_1', operation: 'x', amount: 100 }
    await owner.setKeyState((await openKey(owner, accountId)).keyId, 'active')
    await expect(store.hold(hold)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('lets a job hold, capture and release, and do nothing else', async () => {
    const { accountId, keyId } = await openAccount(owner, 1000)
    const { client, used } = connectAs('hold')
    const store = openTableAccounts({ table, client })
    const hold = { accountId, keyId, holdId: 'hold_1', operation: 'x', amount: 100 }
    await store.hold(hold)
    expect(await store.hold(hold)).toEqual({ balance: 900 })
    await store.hold({ ...hold, holdId: 'hold_2' })
    await store.capture({ ...hold, amount: 10 })
    expect(await store.capture({ ...hold, amount: 10 })).toEqual({ balance: 890 })
    expect(await store.release({ accountId, holdId: 'hold_2' })).toEqual({ balance: 990 })
    await owner.hold({ ...hold, holdId: 'hold_lost', expiresAt: '2026-01-01T00:00:00Z' })
    expect(await store.releaseExpired(accountId)).toHaveLength(1)
    await expect(store.hold({ ...hold, holdId: 'hold_3', amount: 991 })).rejects.toMatchObject({
      code: 'payment_required',
    })
    expectNothingSpare(used, 'hold')
    const charge = { accountId, keyId, requestId: 'request 1', operation: 'x', amount: 1 }
    await expect(store.charge(charge)).rejects.toMatchObject(denied)
    await expect(store.setGrant(accountId, 'predict', true)).rejects.toMatchObject(denied)
    await expect(store.setLimit(accountId, undefined)).rejects.toMatchObject(denied)
  })

  test('lets the function that ends a job release its hold, but not charge', async () => {
    const { accountId, keyId } = await openAccount(owner, 1000)
    const hold = { accountId, keyId, holdId: 'hold_1', operation: 'x', amount: 100 }
    await owner.hold(hold)
    const { client, used } = connectAs('release')
    const store = openTableAccounts({ table, client })
    await expect(store.capture({ ...hold, amount: 1 })).rejects.toMatchObject(denied)
    expect(await store.release({ accountId, holdId: 'hold_1' })).toEqual({ balance: 1000 })
    expect(await store.release({ accountId, holdId: 'hold_1' })).toEqual({ balance: 1000 })
    expectNothingSpare(used, 'release')
    await expect(store.listKeys(accountId)).rejects.toMatchObject(denied)
    const charge = { accountId, keyId, requestId: 'request 1', operation: 'x', amount: 1 }
    await expect(store.charge(charge)).rejects.toMatchObject(denied)
  })

  test('lets the first step of a job look for a key that pays', async () => {
    const { accountId, keyId } = await openAccount(owner, 1000)
    const { client, used } = connectAs('readKeys')
    const store = openTableAccounts({ table, client })
    expect(await store.getAccount(accountId)).toMatchObject({ balance: 1000 })
    expect(await store.listKeys(accountId)).toMatchObject([{ keyId, state: 'active' }])
    expectNothingSpare(used, 'readKeys')
    await expect(store.setKeyState(keyId, 'suspended')).rejects.toMatchObject(denied)
  })

  test('lets the stream function write ledger rows, and do nothing else', async () => {
    const { client, used } = connectAs('ledger')
    const ledger = openTableLedger({ table, client })
    const at = '2026-01-01T00:00:00.000Z'
    const row = { accountId: 'acme', sequence: 1, amount: 5, balanceAfter: 5, at } as const
    await ledger.append({ ...row, kind: 'credit' })
    await ledger.append({ ...row, kind: 'credit' })
    expectNothingSpare(used, 'ledger')
    const store = openTableAccounts({ table, client })
    await expect(store.getAccount('acme')).rejects.toMatchObject(denied)
    await expect(store.createAccount({ balance: 1 })).rejects.toMatchObject(denied)
    await expect(ledgerOf(store, 'acme')).rejects.toMatchObject(denied)
  })

  test('lets an operator do everything but write the ledger', async () => {
    const { client, used } = connectAs('operate', 'readLedger')
    const store = openTableAccounts({ table, client })
    const { accountId, keyId, sha256 } = await openAccount(store, 1000)
    await store.authenticate(sha256)
    await store.topUp(accountId, 1)
    await store.setGrant(accountId, 'predict', true)
    await store.setLimit(accountId, { requestsPerSecond: 5, burst: 20 })
    await store.setKeyState(keyId, 'suspended')
    await store.setKeyState(keyId, 'active')
    await store.hold({ accountId, keyId, holdId: 'hold_1', operation: 'x', amount: 100 })
    expect(await store.holds(accountId)).toHaveLength(1)
    await store.release({ accountId, holdId: 'hold_1' })
    expect(await store.listKeys()).not.toHaveLength(0)
    await store.deleteKey(keyId)
    await ledgerOf(store, accountId)
    expectNothingSpare(used, 'operate', 'readLedger')
    const row = { accountId, sequence: 9, amount: 5, balanceAfter: 5, at: '' } as const
    const ledger = openTableLedger({ table, client: client as DynamoDBDocumentClient })
    await expect(ledger.append({ ...row, kind: 'credit' })).rejects.toMatchObject(denied)
  })

  test('lets the console of a deployment do what an operator does, except delete', async () => {
    const { client, used } = connectAs('console', 'readLedger')
    const stores = {
      accounts: openTableAccounts({ table, client }),
      jobs: { list: async () => [] },
      place: '',
    }
    const act = async (action: string, input: Item) =>
      (await runConsoleAction({ action, body: JSON.stringify(input) }, async () => stores)) as Item
    const { key_id, account_id } = await act('create-key', { balance_usd: '1.00' })
    await act('create-key', { account_id, balance_usd: '1.00' })
    await act('accounts', {})
    await act('account', { account_id })
    await act('set-key-state', { key_id, state: 'revoked' })
    await act('top-up', { account_id, amount_usd: '1.00' })
    await act('set-grant', { account_id, grant: 'predict', granted: true })
    expectNothingSpare(used, 'console', 'readLedger')
    await expect(stores.accounts.deleteKey(String(key_id))).rejects.toMatchObject(denied)
  })
})

function statementsOf(...roles: Role[]): AccessStatement[] {
  return roles.flatMap((role): readonly AccessStatement[] => accountsAccess[role])
}

/**
 * Returns what IAM compares with `dynamodb:Attributes`: the top-level attributes that a request names, keys included.
 */
function attributesOf({
  Key,
  Item,
  UpdateExpression = '',
  ConditionExpression = '',
  ExpressionAttributeNames: names = {},
}: Item): string[] {
  // Words at the beginning of a path: not after a dot, a colon or another word character.
  const paths = `${UpdateExpression} ${ConditionExpression}`.matchAll(/(?<![\w.:#])#?[A-Za-z]\w*/g)
  const words = [...paths].map(([path]) => (names as Record<string, string>)[path] ?? path)
  const named = words.filter((word) => !expressionWords.has(word))
  return [...new Set([...Object.keys((Key ?? Item ?? {}) as Item), ...named])]
}

const expressionWords = new Set(
  'SET REMOVE ADD DELETE AND OR NOT contains size attribute_exists attribute_not_exists'.split(' '),
)

/** Returns what IAM compares with `dynamodb:LeadingKeys`: the partition keys that a request names. */
function leadingKeysOf(input: Item): string[] {
  const { Key, Item, RequestItems, ExpressionAttributeValues } = input as {
    Key?: Item
    Item?: Item
    RequestItems?: Record<string, { Keys: Item[] }>
    ExpressionAttributeValues?: Item
  }
  if (RequestItems) {
    return Object.values(RequestItems).flatMap(({ Keys }) => Keys.map(({ pk }) => String(pk)))
  }
  return [String((Key ?? Item)?.pk ?? ExpressionAttributeValues?.[':pk'])]
}

function matches(key: string, pattern: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern
}
