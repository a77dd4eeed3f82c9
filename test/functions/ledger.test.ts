import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ledger, LedgerRow } from '#platform/accounts'
import { logger } from '#platform/api'
import { makeLedgerWriter } from '../../functions/ledger/handler.ts'
import { replay } from '../../functions/ledger/replay.ts'

/** Returns the stream record of a credit, which was move number `moves` of an account. */
function credit(moves: number, amount = '5'): DynamoDBRecord {
  const image = (n: number) => ({
    accountId: { S: 'acme' },
    balance: { N: String(n * 5) },
    moves: { N: String(n) },
    last: { M: { kind: { S: 'credit' }, amount: { N: amount }, at: { S: '2026-01-01' } } },
  })
  return {
    eventName: 'MODIFY',
    dynamodb: {
      SequenceNumber: `${moves}00`,
      OldImage: image(moves - 1),
      NewImage: image(moves),
    },
  }
}

describe('the ledger function', () => {
  const rows: LedgerRow[] = []
  const ledger: Ledger = {
    append: async (row) => {
      if (row.sequence === 13) throw new Error('no luck')
      rows.push(row)
    },
  }
  const handler = makeLedgerWriter(async () => ledger)
  beforeEach(() => {
    rows.length = 0
    vi.spyOn(logger, 'error').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('writes a row for each move of a balance and skips other records', async () => {
    const suspended = credit(2)
    suspended.dynamodb!.OldImage = suspended.dynamodb!.NewImage
    const removed = {
      eventName: 'REMOVE',
      dynamodb: { OldImage: {}, SequenceNumber: '1' },
    } as const
    const event = { Records: [credit(1), suspended, removed, credit(2)] }
    expect(await handler(event)).toEqual({ batchItemFailures: [] })
    expect(rows.map(({ sequence, balanceAfter }) => [sequence, balanceAfter])).toEqual([
      [1, 5],
      [2, 10],
    ])
  })

  test('names the records that it could not write, and writes the others', async () => {
    const event = { Records: [credit(12), credit(13), credit(14), credit(15, 'much')] }
    expect(await handler(event)).toEqual({
      batchItemFailures: [{ itemIdentifier: '1300' }, { itemIdentifier: '1500' }],
    })
    expect(rows.map(({ sequence }) => sequence)).toEqual([12, 14])
    expect(logger.error).toHaveBeenCalledTimes(2)
  })

  test('fails as a whole when there is no ledger table', async () => {
    const closed = makeLedgerWriter(() => Promise.reject(new Error('CAIRN_TABLE names no table')))
    await expect(closed({ Records: [credit(1)] })).rejects.toThrow('CAIRN_TABLE')
  })

  describe('a failed batch that Lambda kept', () => {
    /** Returns the object that Lambda puts into the bucket. */
    const kept = (Records: DynamoDBRecord[]) =>
      JSON.stringify({
        requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 4711 },
        version: '1.0',
        DDBStreamBatchInfo: { shardId: 'shardId-1', batchSize: Records.length },
        payload: JSON.stringify({ Records }),
      })

    test('is written when it is replayed', async () => {
      expect(await replay(kept([credit(1), credit(2)]), handler)).toEqual({
        records: 2,
        failed: [],
      })
      expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2])
    })

    test('names the records that still cannot be written', async () => {
      const replayed = await replay(kept([credit(12), credit(13)]), handler)
      expect(replayed).toEqual({ records: 2, failed: ['1300'] })
    })

    test.each([
      ['not JSON', 'is not a JSON object'],
      ['"text"', 'is not a JSON object'],
      ['{"DDBStreamBatchInfo":{}}', 'has no payload'],
      ['{"payload":"{}"}', 'has no records'],
    ])('is refused when it is %s', async (text, reason) => {
      await expect(replay(text, handler)).rejects.toThrow(reason)
      expect(rows).toEqual([])
    })
  })
})
