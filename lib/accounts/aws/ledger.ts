import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ConditionFailed, guarded } from '../../dynamodb/index.ts'
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
   * a row older than `since` (ISO 8601). Undefined while rows of that range are still missing.
   */
  async has(
    accountId: string,
    id: string,
    { after, moves, since }: { after: number; moves: number; since: string },
  ): Promise<boolean | undefined> {
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
}
