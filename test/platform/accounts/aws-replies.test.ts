import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AccountStore } from '#platform/accounts'
import { computeDigest, makeClient, openTableAccounts } from '#platform/accounts/aws'
import { ledgerOf } from '../../contract/accounts-fixtures.ts'

/**
 * Replies that DynamoDB sends and dynalite does not: the old item inside a failed condition
 * (`ReturnValuesOnConditionCheckFailure`), pages, unprocessed keys, throttling.
 */
const dynamo = mockClient(DynamoDBDocumentClient)
const open = () => openTableAccounts({ table: 'accounts', client: makeClient({ region: 'local' }) })
let store: AccountStore
beforeEach(() => {
  dynamo.reset()
  store = open()
})

const request = {
  accountId: 'acme',
  keyId: 'key_1',
  requestId: 'request 1',
  operation: 'routing/route',
  amount: 700,
}

/** Returns the reply to a write whose condition failed on an account in this state. */
function failedOn({
  balance = 700,
  state = 'active' as string | null,
  recent = [] as string[],
  createdBy = 'someone',
}) {
  return new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: {},
    Item: {
      pk: { S: 'ACCOUNT#acme' },
      sk: { S: 'ACCOUNT' },
      accountId: { S: 'acme' },
      balance: { N: String(balance) },
      createdBy: { S: createdBy },
      recent: { L: [...recent, '-'].map((S) => ({ S })) },
      keys: { M: state ? { key_1: { S: state } } : {} },
    },
  })
}

const fault = (name: string) => Object.assign(new Error(`${name} from the service`), { name })

describe('a charge', () => {
  const item = { balance: 700, recent: ['-'], moves: 1, version: 3, keys: { key_1: 'active' } }
  // The first charge of a process reads the account.
  beforeEach(async () => {
    dynamo.on(GetCommand).resolves({ Item: item })
    dynamo.on(UpdateCommand).resolves({ Attributes: { balance: 700, moves: 2 } })
    await store.charge({ ...request, requestId: 'request 0' })
    expect(dynamo.calls()).toHaveLength(2)
    dynamo.reset()
  })

  test('takes one conditional update that requests the old item', async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: { balance: 4300, moves: 3 } })
    expect(await store.charge(request)).toEqual({ balance: 4300 })
    expect(dynamo.calls()).toHaveLength(1)
    const { input } = dynamo.commandCalls(UpdateCommand)[0]!.args[0]
    // IAM cannot distinguish a key state in a condition from one that is written.
    expect(Object.values(input.ExpressionAttributeNames!)).not.toContain('keys')
    expect(input.ExpressionAttributeValues).toMatchObject({ ':version': 3 })
    expect(input).toMatchObject({
      TableName: 'accounts',
      Key: { pk: 'ACCOUNT#acme', sk: 'ACCOUNT' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    // Limits of DynamoDB: 4 KB and 300 operators in an expression.
    expect(input.UpdateExpression!.length).toBeLessThan(4096)
    expect(input.UpdateExpression!.match(/[=+-]/g)!.length).toBeLessThan(300)
  })

  test.each([
    ['key suspended', { state: 'suspended', balance: 0 }, 'forbidden', 'API key is suspended'],
    ['key revoked', { state: 'revoked' }, 'forbidden', 'API key has been revoked'],
    ['key deleted', { state: null }, 'forbidden', 'Invalid API key'],
    [
      'balance too low',
      { balance: 699 },
      'payment_required',
      'Insufficient balance. Please top up your account.',
    ],
  ])('is refused in the same round trip: %s', async (_, standing, code, message) => {
    dynamo.on(UpdateCommand).rejects(failedOn(standing))
    await expect(store.charge(request)).rejects.toMatchObject({ code, message })
    expect(dynamo.calls()).toHaveLength(1)
  })

  test('succeeds again when it is repeated, whatever the key state and the balance', async () => {
    const recent = ['other', computeDigest('request 1')]
    dynamo.on(UpdateCommand).rejects(failedOn({ recent, balance: 12, state: 'revoked' }))
    expect(await store.charge(request)).toEqual({ balance: 12, repeated: true })
    expect(dynamo.calls()).toHaveLength(1)
  })

  test('reads the account for the reason when the reply lacks the old item', async () => {
    const bare = new ConditionalCheckFailedException({ message: 'failed', $metadata: {} })
    dynamo.on(UpdateCommand).rejects(bare)
    dynamo.on(GetCommand).resolves({})
    await expect(store.charge(request)).rejects.toMatchObject({ message: 'Invalid API key' })
    expect(dynamo.commandCalls(GetCommand)[0]!.args[0].input.ConsistentRead).toBe(true)
  })

  test('is retried when the account read afterwards can pay', async () => {
    const bare = new ConditionalCheckFailedException({ message: 'failed', $metadata: {} })
    dynamo
      .on(UpdateCommand)
      .rejectsOnce(bare)
      .resolves({ Attributes: { balance: 0, moves: 3 } })
    dynamo.on(GetCommand).resolves({ Item: item })
    expect(await store.charge(request)).toEqual({ balance: 0 })

    dynamo.reset()
    dynamo.on(UpdateCommand).rejects(bare)
    dynamo.on(GetCommand).resolves({ Item: item })
    await expect(store.charge(request)).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(5)
  })
})

describe('a fault of DynamoDB', () => {
  test.each(['ProvisionedThroughputExceededException', 'TimeoutError', 'InternalServerError'])(
    'makes the store unavailable when it is %s',
    async (name) => {
      dynamo.onAnyCommand().rejects(fault(name))
      const unavailable = { code: 'service_unavailable', cause: expect.objectContaining({ name }) }
      await expect(store.charge(request)).rejects.toMatchObject(unavailable)
      await expect(store.authenticate('0'.repeat(64))).rejects.toMatchObject(unavailable)
      await expect(store.topUp('acme', 1)).rejects.toMatchObject(unavailable)
      await expect(store.hold({ ...request, holdId: 'hold_1' })).rejects.toMatchObject(unavailable)
      await expect(store.release({ accountId: 'acme', holdId: 'hold_1' })).rejects.toMatchObject(
        unavailable,
      )
      await expect(store.listKeys()).rejects.toMatchObject(unavailable)
      await expect(ledgerOf(store, 'acme')).rejects.toMatchObject(unavailable)
    },
  )

  test('is passed on as a 500 when it is a ValidationException', async () => {
    dynamo.onAnyCommand().rejects(fault('ValidationException'))
    await expect(store.charge(request)).rejects.toMatchObject({ name: 'ValidationException' })
  })
})

describe('the creation of an account', () => {
  test('succeeds when it is retried after a lost reply', async () => {
    dynamo.on(PutCommand).callsFake((input) => {
      if (input.Item.pk === 'ACCOUNTS') return {}
      throw failedOn({ createdBy: input.Item.createdBy })
    })
    expect(await store.createAccount({ accountId: 'acme', balance: 5 })).toMatchObject({
      balance: 5,
    })
  })

  test('fails when the id is taken', async () => {
    dynamo.on(PutCommand).resolvesOnce({}).rejects(failedOn({}))
    await expect(store.createAccount({ accountId: 'acme', balance: 5 })).rejects.toMatchObject({
      message: 'There is an account "acme" already.',
    })
  })
})

describe('a read in several requests', () => {
  test('covers all pages of a ledger', async () => {
    const row = { accountId: 'acme', kind: 'credit', amount: 1, at: '' }
    const page = (sequence: number) => [
      { pk: 'p', sk: 's', ...row, sequence, balanceAfter: sequence },
    ]
    dynamo
      .on(QueryCommand)
      .resolvesOnce({ Items: page(1), LastEvaluatedKey: { pk: 'p', sk: '1' } })
      .resolvesOnce({ Items: page(2) })
    expect((await ledgerOf(store, 'acme')).map(({ sequence }) => sequence)).toEqual([1, 2])
    const starts = dynamo
      .commandCalls(QueryCommand)
      .map(({ args }) => args[0].input.ExclusiveStartKey)
    expect(starts).toEqual([undefined, { pk: 'p', sk: '1' }])
  })

  test('requests the unprocessed keys of a batch again', async () => {
    const keys = { key_1: 'active', key_2: 'revoked' }
    const item = (id: string) => ({ pk: `KEYID#${id}`, sk: 'KEYID', hint: 'abcd', createdAt: id })
    dynamo.on(GetCommand).resolves({ Item: { accountId: 'acme', keys } })
    dynamo
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { accounts: [item('key_1')] },
        UnprocessedKeys: { accounts: { Keys: [{ pk: 'KEYID#key_2', sk: 'KEYID' }] } },
      })
      .resolvesOnce({ Responses: { accounts: [item('key_2')] } })
    const found = await store.listKeys('acme')
    expect(found.map(({ keyId, state }) => [keyId, state])).toEqual(Object.entries(keys))
  })
})
