import { type AttributeValue, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AccountStore, maxOpenHolds } from '#platform/accounts'
import { makeClient, makeClosingMark, openTableAccounts } from '#platform/accounts/aws'

/**
 * Holds with replies that DynamoDB sends and dynalite does not: a failed condition returns the old item, so the store
 * answers every refusal and every repeat without another request.
 */
const dynamo = mockClient(DynamoDBDocumentClient)
let store: AccountStore
beforeEach(() => {
  dynamo.reset()
  store = openTableAccounts({ table: 'accounts', client: makeClient({ region: 'local' }) })
})

const holdId = 'hold_job1'
const hold = {
  accountId: 'acme',
  keyId: 'key_1',
  holdId,
  operation: 'geocoding/batch',
  amount: 700,
}
const entry: HoldEntry = {
  keyId: 'key_1',
  operation: 'geocoding/batch',
  amount: 700,
  at: '2026-01-01',
}

interface HoldEntry {
  keyId: string
  operation: string
  amount: number
  at: string
  expiresAt?: string
}

interface Account {
  balance?: number
  state?: string
  holds?: Record<string, HoldEntry> | undefined
  closed?: string[]
}

/** Returns the reply to a write whose condition failed on this account. */
function failedOn({ balance = 700, state = 'active', closed = ['-'], ...account }: Account) {
  const holds = 'holds' in account ? account.holds : {}
  const item: Record<string, AttributeValue> = {
    pk: { S: 'ACCOUNT#acme' },
    balance: { N: String(balance) },
    keys: { M: { key_1: { S: state } } },
    grants: { SS: ['predict'] },
  }
  if (holds) {
    const open = Object.entries(holds).map(([id, { keyId, operation, amount, at, expiresAt }]) => [
      id,
      {
        M: {
          keyId: { S: keyId },
          operation: { S: operation },
          amount: { N: String(amount) },
          at: { S: at },
          ...(expiresAt && { expiresAt: { S: expiresAt } }),
        },
      },
    ])
    item.holds = { M: Object.fromEntries(open) }
    item.closed = { L: closed.map((S) => ({ S })) }
  }
  return new ConditionalCheckFailedException({ message: 'failed', $metadata: {}, Item: item })
}

const updates = () => dynamo.commandCalls(UpdateCommand).map(({ args }) => args[0].input)
/** Expects DynamoDB's limits (4 KB and 300 operators in an expression) and no unused name or value. */
function expectWithinLimits(input: ReturnType<typeof updates>[number]) {
  const texts = [input.UpdateExpression!, input.ConditionExpression!]
  for (const text of texts) {
    expect(text.length).toBeLessThan(4096)
    expect((text.match(/[=+\-<]|AND|NOT|OR/g) ?? []).length).toBeLessThan(300)
  }
  const used = new Set(texts.join(' ').match(/[#:]\w+/g))
  const given = [
    ...Object.keys(input.ExpressionAttributeNames!),
    ...Object.keys(input.ExpressionAttributeValues!),
  ]
  expect([...used].sort()).toEqual(given.sort())
}

describe('a hold', () => {
  // The first hold of a process reads the account.
  beforeEach(async () => {
    const known = { balance: 700, recent: [], keys: { key_1: 'active' }, holds: {}, closed: ['-'] }
    dynamo.on(GetCommand).resolves({ Item: known })
    dynamo.on(UpdateCommand).resolves({ Attributes: { balance: 700 } })
    await store.hold({ ...hold, holdId: 'hold_before' })
    expect(dynamo.calls()).toHaveLength(2)
    dynamo.reset()
  })

  test('takes one conditional update that requests the old item', async () => {
    dynamo.on(UpdateCommand).resolves({ Attributes: { balance: 300, held: 700 } })
    expect(await store.hold(hold)).toEqual({ balance: 300 })
    expect(dynamo.calls()).toHaveLength(1)
    const [input] = updates()
    expect(input).toMatchObject({
      Key: { pk: 'ACCOUNT#acme', sk: 'ACCOUNT' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    expectWithinLimits(input!)
  })

  test('takes a second update when it is the first hold of its account', async () => {
    dynamo
      .on(UpdateCommand)
      .rejectsOnce(failedOn({ holds: undefined }))
      .resolves({ Attributes: { balance: 0 } })
    expect(await store.hold(hold)).toEqual({ balance: 0 })
    expect(dynamo.calls()).toHaveLength(2)
    const [, first] = updates()
    expectWithinLimits(first!)
    expect(first!.ExpressionAttributeValues![':holds']).toEqual({
      [holdId]: { ...entry, at: expect.any(String) },
    })
  })

  test('takes a third update when a concurrent hold was the first of the account', async () => {
    dynamo
      .on(UpdateCommand)
      .rejectsOnce(failedOn({ holds: undefined, balance: 900 }))
      .rejectsOnce(failedOn({ holds: { hold_other: { ...entry, amount: 200 } } }))
      .resolves({ Attributes: { balance: 0 } })
    expect(await store.hold(hold)).toEqual({ balance: 0 })
    expect(dynamo.calls()).toHaveLength(3)
  })

  test.each<[string, Account, string]>([
    ['balance too low', { balance: 699 }, 'payment_required'],
    ['balance too low, no hold before', { balance: 699, holds: undefined }, 'payment_required'],
    ['key suspended', { state: 'suspended' }, 'forbidden'],
    [
      'same id with another amount',
      { holds: { [holdId]: { ...entry, amount: 1 } } },
      'bad_request',
    ],
    ['hold captured', { closed: ['-', makeClosingMark(holdId, 'captured')] }, 'bad_request'],
    ['hold released', { closed: ['-', makeClosingMark(holdId, 'released')] }, 'bad_request'],
    [
      'too many open holds',
      {
        holds: Object.fromEntries(
          Array.from({ length: maxOpenHolds }, (_, i) => [`hold_${i}`, entry]),
        ),
      },
      'too_many_requests',
    ],
  ])('is refused in the same round trip: %s', async (_, account, code) => {
    dynamo.on(UpdateCommand).rejects(failedOn(account))
    await expect(store.hold(hold)).rejects.toMatchObject({ code })
    expect(dynamo.calls()).toHaveLength(1)
  })

  test('succeeds again when it is repeated, whatever the key state and the balance', async () => {
    const holds = { [holdId]: entry }
    dynamo.on(UpdateCommand).rejects(failedOn({ holds, balance: 12, state: 'revoked' }))
    expect(await store.hold(hold)).toEqual({ balance: 12 })
    expect(dynamo.calls()).toHaveLength(1)
  })
})

describe('a capture', () => {
  const capture = { accountId: 'acme', holdId, amount: 500 }
  const item = { balance: 100, held: 700, recent: [], keys: {}, holds: { [holdId]: entry } }

  test.each([0, 500, 700])(
    'takes one read and one conditional update for the amount %i',
    async (amount) => {
      dynamo.on(GetCommand).resolves({ Item: item })
      dynamo.on(UpdateCommand).resolves({ Attributes: { balance: 800 - amount } })
      expect(await store.capture({ ...capture, amount })).toEqual({ balance: 800 - amount })
      expect(dynamo.calls()).toHaveLength(2)
      expect(dynamo.commandCalls(GetCommand)[0]!.args[0].input.ConsistentRead).toBe(true)
      const [input] = updates()
      expectWithinLimits(input!)
      expect(input!.UpdateExpression).toContain('REMOVE #holds.#hold')
    },
  )

  test('succeeds when it is retried after a lost reply', async () => {
    dynamo.on(GetCommand).resolves({ Item: item })
    dynamo
      .on(UpdateCommand)
      .rejects(failedOn({ balance: 300, closed: [makeClosingMark(holdId, 'captured'), '-'] }))
    expect(await store.capture(capture)).toEqual({ balance: 300 })
    expect(dynamo.calls()).toHaveLength(2)
  })

  test('is refused when the hold was released meanwhile', async () => {
    dynamo.on(GetCommand).resolves({ Item: item })
    dynamo.on(UpdateCommand).rejects(failedOn({ closed: [makeClosingMark(holdId, 'released')] }))
    await expect(store.capture(capture)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('uses the current hold when the hold was replaced after the read', async () => {
    const anew = { ...entry, amount: 600, at: '2026-01-02' }
    dynamo.on(GetCommand).resolves({ Item: item })
    dynamo
      .on(UpdateCommand)
      .rejectsOnce(failedOn({ holds: { [holdId]: anew } }))
      .resolves({ Attributes: { balance: 200 } })
    expect(await store.capture(capture)).toEqual({ balance: 200 })
    expect(updates()[1]!.ExpressionAttributeValues).toMatchObject({ ':held': 600, ':rest': 100 })
  })
})

describe('a charge that needs expired holds', () => {
  test('releases up to 16 in one update within the limits, from the item that the refusal returns', async () => {
    const expired = { ...entry, amount: 10, expiresAt: '2026-01-01T00:00:00.000Z' }
    const holds = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`hold_${i}`, expired]))
    const known = { balance: 700, recent: [], keys: { key_1: 'active' }, holds, closed: ['-'] }
    dynamo.on(GetCommand).resolves({ Item: known })
    dynamo
      .on(UpdateCommand)
      .rejectsOnce(failedOn({ balance: 0, holds }))
      .resolves({ Attributes: { balance: 160 } })
    const charge = {
      accountId: 'acme',
      keyId: 'key_1',
      requestId: 'r',
      operation: 'x',
      amount: 155,
    }
    await store.charge(charge)
    const [, release, again, ...others] = updates()
    expect(others).toEqual([])
    expectWithinLimits(release!)
    expect(release!.ExpressionAttributeValues).toMatchObject({ ':freed': 160 })
    expect(again!.ExpressionAttributeValues).toMatchObject({ ':price': 155 })
  })
})
