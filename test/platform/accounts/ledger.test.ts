import { describe, expect, test } from 'vitest'
import { type AccountImage, toLedgerRow } from '#platform/accounts'

const credit: AccountImage = {
  pk: { S: 'ACCOUNT#acme' },
  accountId: { S: 'acme' },
  balance: { N: '1000' },
  moves: { N: '1' },
  last: {
    M: { kind: { S: 'credit' }, amount: { N: '1000' }, at: { S: '2026-01-01T00:00:00.000Z' } },
  },
  keys: { M: { key_1: { S: 'active' } } },
}
const charge: AccountImage = {
  ...credit,
  balance: { N: '300' },
  moves: { N: '2' },
  last: {
    M: {
      kind: { S: 'charge' },
      amount: { N: '-700' },
      at: { S: '2026-01-01T00:00:01.000Z' },
      keyId: { S: 'key_1' },
      requestId: { S: 'r-1' },
      operation: { S: 'routing/route' },
    },
  },
}

describe('toLedgerRow', () => {
  test('returns a credit row for a new account with a balance', () => {
    expect(toLedgerRow(undefined, credit)).toEqual({
      accountId: 'acme',
      sequence: 1,
      kind: 'credit',
      amount: 1000,
      balanceAfter: 1000,
      at: '2026-01-01T00:00:00.000Z',
    })
  })

  test('returns a row with key, request and operation for a charge', () => {
    expect(toLedgerRow(credit, charge)).toEqual({
      accountId: 'acme',
      sequence: 2,
      kind: 'charge',
      amount: -700,
      balanceAfter: 300,
      at: '2026-01-01T00:00:01.000Z',
      keyId: 'key_1',
      requestId: 'r-1',
      operation: 'routing/route',
    })
  })

  test('returns no row for a change that leaves the balance alone', () => {
    const suspended = { ...charge, keys: { M: { key_1: { S: 'suspended' } } } }
    expect(toLedgerRow(charge, suspended)).toBeUndefined()
    expect(toLedgerRow(undefined, { ...credit, moves: { N: '0' }, last: {} })).toBeUndefined()
  })

  test('writes the sum of the open holds into the row, if there are any', () => {
    const held = { ...charge, held: { N: '50' } }
    expect(toLedgerRow(credit, held)).toMatchObject({ balanceAfter: 300, heldAfter: 50 })
    expect(toLedgerRow(credit, { ...charge, held: { N: '0' } })).not.toHaveProperty('heldAfter')
  })

  test('returns a row when a hold is captured, and none when it is made or released', () => {
    const held = { ...charge, balance: { N: '100' }, held: { N: '200' } }
    expect(toLedgerRow(charge, held)).toBeUndefined()
    expect(toLedgerRow(held, { ...charge, held: { N: '0' } })).toBeUndefined()
    const last = { M: { ...charge.last?.M, amount: { N: '-200' }, requestId: { S: 'hold_1' } } }
    const captured = { ...held, held: { N: '0' }, moves: { N: '3' }, last }
    expect(toLedgerRow(held, captured)).toMatchObject({
      sequence: 3,
      kind: 'charge',
      amount: -200,
      balanceAfter: 100,
      requestId: 'hold_1',
    })
  })

  test('returns no row for other items of the table and for removals', () => {
    expect(
      toLedgerRow(undefined, { pk: { S: 'KEY#00' }, accountId: { S: 'acme' } }),
    ).toBeUndefined()
    const row = { pk: { S: 'LEDGER#acme' }, accountId: { S: 'acme' }, sequence: { N: '1' } }
    expect(toLedgerRow(undefined, row)).toBeUndefined()
    expect(toLedgerRow(charge, undefined)).toBeUndefined()
    expect(toLedgerRow(undefined, undefined)).toBeUndefined()
  })

  test.each([
    ['nothing about the move', { ...charge, last: {} }],
    [
      'a move of another kind',
      { ...charge, last: { M: { ...charge.last?.M, kind: { S: 'gift' } } } },
    ],
    ['no balance', { ...charge, balance: {} }],
    ['no sum on hold', { ...charge, held: {} }],
    ['half a charge', { ...charge, last: { M: { ...charge.last?.M, requestId: {} } } }],
  ])('throws for an image with %s', (_, image) => {
    expect(() => toLedgerRow(credit, image)).toThrow()
  })
})
