import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ConditionFailed, guardRequest } from '#platform/stores/dynamodb'
import type { LedgerRow, StoredLedgerRow } from '../port.ts'
import { makeLedgerKey, nameLedgerPartition } from './table.ts'

/** Ledger rows of the table, written by the function on its stream and read by operators. */
export class TableLedger {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  /** Writes a row. Writing an existing row again changes nothing. */
  async append(row: StoredLedgerRow): Promise<void> {
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...makeLedgerKey(row.accountId, row.sequence), ...row },
      ConditionExpression: 'attribute_not_exists(pk)',
    })
    try {
      await guardRequest(this.#client.send(put))
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
    }
  }

  async *read(accountId: string): AsyncGenerator<LedgerRow> {
    let start: Record<string, unknown> | undefined
    do {
      const query = new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': nameLedgerPartition(accountId) },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      })
      const page = await guardRequest(this.#client.send(query))
      for (const { pk: _pk, sk: _sk, creditId: _id, ...row } of page.Items ?? []) {
        yield row as LedgerRow
      }
      start = page.LastEvaluatedKey
    } while (start)
  }

  /**
   * Returns whether the ledger contains the move of this id among rows `after` + 1 to `moves`. Searches backwards
   * from `until` to the first row older than `since` (both ISO 8601). Returns `undefined` while rows of that range
   * are still missing.
   */
  async has(
    accountId: string,
    id: string,
    range: { after: number; moves: number; since: string; until?: string | undefined },
  ): Promise<boolean | undefined> {
    const { after, since } = range
    const moves = await this.#findLastBefore(accountId, range)
    if (moves === undefined) return undefined
    let expected = moves
    let complete = true
    let start: Record<string, unknown> | undefined
    do {
      const query = new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk AND sk <= :last',
        ExpressionAttributeValues: {
          ':pk': nameLedgerPartition(accountId),
          ':last': makeLedgerKey(accountId, moves).sk,
        },
        ScanIndexForward: false,
        ConsistentRead: true,
        ExclusiveStartKey: start,
      })
      const page = await guardRequest(this.#client.send(query))
      for (const row of (page.Items ?? []) as StoredLedgerRow[]) {
        if (row.requestId === id || row.creditId === id) return true
        complete &&= row.sequence === expected
        expected = row.sequence - 1
        if (row.at < since || expected <= after) return complete ? false : undefined
      }
      start = page.LastEvaluatedKey
    } while (start)
    return complete && expected <= after ? false : undefined
  }

  /**
   * Finds a row of the range that is followed only by rows later than `until`. Halves the range, since an account may
   * have millions of rows. Returns `undefined` while a row is missing.
   */
  async #findLastBefore(
    accountId: string,
    { after, moves, until }: { after: number; moves: number; until?: string | undefined },
  ): Promise<number | undefined> {
    if (until === undefined) return moves
    let [low, high] = [after, moves]
    while (high - low > rowsReadAtOnce) {
      const middle = Math.floor((low + high) / 2)
      const at = await this.#readTime(accountId, middle)
      if (at === undefined) return undefined
      if (at > until) high = middle
      else low = middle
    }
    return high
  }

  async #readTime(accountId: string, sequence: number): Promise<string | undefined> {
    const query = new QueryCommand({
      TableName: this.#table,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: {
        ':pk': nameLedgerPartition(accountId),
        ':sk': makeLedgerKey(accountId, sequence).sk,
      },
      ConsistentRead: true,
    })
    return (await guardRequest(this.#client.send(query))).Items?.[0]?.at as string | undefined
  }
}

/** Ranges up to this number of rows are read by Query rather than halved. */
const rowsReadAtOnce = 200
