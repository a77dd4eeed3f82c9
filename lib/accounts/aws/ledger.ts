import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { LedgerRow } from '../port.ts'
import { ConditionFailed, guarded } from './client.ts'
import { ledgerKey, ledgerPartition } from './table.ts'

/** The ledger rows of the table: written by the function on its stream, read by the operator. */
export class TableLedger {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  /** Writing a row that is there already changes nothing. */
  async append(row: LedgerRow): Promise<void> {
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
      for (const { pk: _pk, sk: _sk, ...row } of page.Items ?? []) yield row as LedgerRow
      start = page.LastEvaluatedKey
    } while (start)
  }
}
