import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ConditionFailed, guarded } from '#platform/stores/dynamodb'
import type { LedgerRow, StoredLedgerRow } from '../port.ts'
import { ledgerKey, ledgerPartition } from './table.ts'

/** The ledger rows of the table: written by the function on its stream, read by operators. */
export class TableLedger {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  /** Writing an existing row again changes nothing. */
  async append(row: StoredLedgerRow): Promise<void> {
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...ledgerKey(row.accountId, row.sequence), ...row },
      ConditionExpression: 'attribute_not_exists(pk)',
    })
    try {
      await guarded(this.#client.send(put))
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
        ExpressionAttributeValues: { ':pk': ledgerPartition(accountId) },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      })
      const page = await guarded(this.#client.send(query))
      for (const { pk: _pk, sk: _sk, creditId: _id, ...row } of page.Items ?? []) {
        yield row as LedgerRow
      }
      start = page.LastEvaluatedKey
    } while (start)
  }

  /**
   * Whether the ledger has the move of this id among rows `after` + 1 to `moves`, searched backwards until
   * a row older than `since` (ISO 8601), and no later than `until`. Undefined while rows of that range are still
   * missing.
   */
  async has(
    accountId: string,
    id: string,
    range: { after: number; moves: number; since: string; until?: string | undefined },
  ): Promise<boolean | undefined> {
    const { after, since } = range
    const moves = await this.#lastBefore(accountId, range)
    if (moves === undefined) return undefined
    let expected = moves
    let complete = true
    let start: Record<string, unknown> | undefined
    do {
      const query = new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk AND sk <= :last',
        ExpressionAttributeValues: {
          ':pk': ledgerPartition(accountId),
          ':last': ledgerKey(accountId, moves).sk,
        },
        ScanIndexForward: false,
        ConsistentRead: true,
        ExclusiveStartKey: start,
      })
      const page = await guarded(this.#client.send(query))
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
   * A row of the range with only later ones than `until` behind it; found by halving, since an account may have
   * millions. Undefined while a row is missing.
   */
  async #lastBefore(
    accountId: string,
    { after, moves, until }: { after: number; moves: number; until?: string | undefined },
  ): Promise<number | undefined> {
    if (until === undefined) return moves
    let [low, high] = [after, moves]
    while (high - low > rowsReadAtOnce) {
      const middle = Math.floor((low + high) / 2)
      const at = await this.#timeOf(accountId, middle)
      if (at === undefined) return undefined
      if (at > until) high = middle
      else low = middle
    }
    return high
  }

  async #timeOf(accountId: string, sequence: number): Promise<string | undefined> {
    const query = new QueryCommand({
      TableName: this.#table,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: {
        ':pk': ledgerPartition(accountId),
        ':sk': ledgerKey(accountId, sequence).sk,
      },
      ConsistentRead: true,
    })
    return (await guarded(this.#client.send(query))).Items?.[0]?.at as string | undefined
  }
}

/** Fewer rows than this are not worth halving: a Query reads more. */
const rowsReadAtOnce = 200
