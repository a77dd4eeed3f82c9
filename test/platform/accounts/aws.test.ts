import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashKey, makeKey, maxKeysPerAccount } from '#platform/accounts'
import { openTableAccounts } from '#platform/accounts/aws'
import { accountsContract } from '../../contract/accounts.ts'
import { startDynalite, tableName } from '../../fixtures/dynamodb.ts'
import { cases, withCampaigns } from '../../setup/suite.ts'

describe('the accounts table', () => {
  const table = tableName('accounts')
  let dynalite: Awaited<ReturnType<typeof startDynalite>>
  beforeAll(async () => {
    dynalite = await startDynalite()
    await dynalite.createTable(table)
    dynalite.followLedger(table)
  })
  afterAll(() => dynalite.stop())

  const open = async () => openTableAccounts({ table, client: dynalite.connect() })
  accountsContract({ open, runs: cases({ quick: 6, full: 20 }), fewCalls: !withCampaigns })

  test('refuses a key to an account that has the maximum number of keys, and stores nothing of it', async () => {
    const store = await open()
    const { accountId } = await store.createAccount({ balance: 0 })
    const names = Array.from({ length: maxKeysPerAccount }, (_, i) => `key_${i}`)
    await dynalite.connect().send(
      new UpdateCommand({
        TableName: table,
        Key: { pk: `ACCOUNT#${accountId}`, sk: 'ACCOUNT' },
        UpdateExpression: 'SET #keys = :keys',
        ExpressionAttributeNames: { '#keys': 'keys' },
        ExpressionAttributeValues: {
          ':keys': Object.fromEntries(names.map((name) => [name, 'active'])),
        },
      }),
    )
    const hash = hashKey(makeKey())
    await expect(store.addKey({ accountId, keySha256: hash, hint: 'last' })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(`${maxKeysPerAccount} keys`),
    })
    expect(await store.authenticate(hash)).toBeUndefined()
    store.close()
  })
})
