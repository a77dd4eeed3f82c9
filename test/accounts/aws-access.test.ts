import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTableAccounts, openTableLedger } from '../../lib/accounts/aws.ts'
import { type AccountStore, accountsAccess, keySha256, newKey } from '../../lib/accounts/index.ts'
import { ledgerOf, openAccount, openKey } from '../contract/accounts-fixtures.ts'
import { startDynalite } from '../fixtures/dynamodb.ts'

type Role = keyof typeof accountsAccess
type Item = Record<string, unknown>

describe('the access of each role to the accounts table', () => {
  const table = 'accounts'
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  let owner: AccountStore
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
    owner = openTableAccounts({ table, client: dynalite.connect() })
  })
  afterAll(() => {
    owner.close()
    dynalite.stop()
  })

  /** A client that is refused what the roles may not do, as IAM would refuse it. */
  const connectAs = (...roles: Role[]) => {
    const client = dynalite.connect()
    const used = new Set<string>()
    client.middlewareStack.add(
      (next, context) => (args) => {
        const action = `dynamodb:${context.commandName?.replace(/(Item)?Command$/, '')}`
        for (const key of leadingKeysOf(args.input as Item)) {
          const statement = roles
            .map((role) => accountsAccess[role])
            .find(
              ({ actions, leadingKeys }) =>
                actions.some((one) => one.replace(/Item$/, '') === action) &&
                leadingKeys.some((pattern) => matches(key, pattern)),
            )
          if (!statement) {
            throw Object.assign(new Error(`${action} on ${key}`), { name: 'AccessDeniedException' })
          }
          used.add(statement.actions.find((one) => one.replace(/Item$/, '') === action)!)
          used.add(statement.leadingKeys.find((pattern) => matches(key, pattern))!)
        }
        return next(args)
      },
      { step: 'initialize' },
    )
    return { client, used }
  }

  /** Nothing is granted that the role has not used here. */
  const expectNothingSpare = (used: Set<string>, ...roles: Role[]) => {
    const granted = roles.flatMap((role) => [
      ...accountsAccess[role].actions,
      ...accountsAccess[role].leadingKeys,
    ])
    expect([...used].sort()).toEqual([...new Set(granted)].sort())
  }

  const denied = { cause: expect.objectContaining({ name: 'AccessDeniedException' }) }

  test('the authorizer authenticates, and does nothing else', async () => {
    const account = await openAccount(owner, 1000)
    const { client, used } = connectAs('authorize')
    const store = openTableAccounts({ table, client })
    expect(await store.authenticate(account.sha256)).toMatchObject({ state: 'active' })
    expect(await store.authenticate(keySha256(newKey()))).toBeUndefined()
    await owner.deleteKey(account.keyId)
    expect(await store.authenticate(account.sha256)).toBeUndefined()
    expectNothingSpare(used, 'authorize')
    await expect(store.topUp(account.accountId, 1)).rejects.toMatchObject(denied)
    await expect(ledgerOf(store, account.accountId)).rejects.toMatchObject(denied)
  })

  test('an operation charges and holds, and does nothing else', async () => {
    const { accountId, keyId, sha256 } = await openAccount(owner, 1000)
    const { client, used } = connectAs('charge')
    const store = openTableAccounts({ table, client })
    const charge = { accountId, keyId, requestId: 'request 1', operation: 'x', amount: 100 }
    await store.charge(charge)
    expect(await store.charge(charge)).toEqual({ balance: 900 })
    const hold = { accountId, keyId, holdId: 'hold_1', operation: 'x', amount: 100 }
    await store.hold(hold)
    expect(await store.hold(hold)).toEqual({ balance: 800 })
    await store.hold({ ...hold, holdId: 'hold_2' })
    await store.capture({ ...hold, amount: 10 })
    expect(await store.capture({ ...hold, amount: 10 })).toEqual({ balance: 790 })
    expect(await store.release({ accountId, holdId: 'hold_2' })).toEqual({ balance: 890 })
    const poor = { code: 'payment_required' }
    await expect(
      store.charge({ ...charge, requestId: 'request 2', amount: 891 }),
    ).rejects.toMatchObject(poor)
    await expect(store.hold({ ...hold, holdId: 'hold_3', amount: 891 })).rejects.toMatchObject(poor)
    await owner.setKeyState(keyId, 'revoked')
    const revoked = { code: 'forbidden' }
    await expect(store.charge({ ...charge, requestId: 'request 3' })).rejects.toMatchObject(revoked)
    expectNothingSpare(used, 'charge')
    await expect(store.authenticate(sha256)).rejects.toMatchObject(denied)
    await expect(openKey(store, accountId)).rejects.toMatchObject(denied)
    await expect(store.createAccount({ balance: 1 })).rejects.toMatchObject(denied)
    await expect(ledgerOf(store, accountId)).rejects.toMatchObject(denied)
  })

  test('the stream function writes ledger rows, and does nothing else', async () => {
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

  test('an operator does everything but write the ledger', async () => {
    const { client, used } = connectAs('operate', 'readLedger')
    const store = openTableAccounts({ table, client })
    const { accountId, keyId, sha256 } = await openAccount(store, 1000)
    await store.authenticate(sha256)
    await store.topUp(accountId, 1)
    await store.setGrant(accountId, 'predict', true)
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
})

/** What IAM compares with `dynamodb:LeadingKeys`: the partition keys a request names. */
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
