import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { unavailable } from '../../errors/index.ts'
import { ConditionFailed, guarded } from './client.ts'
import type { Update } from './move.ts'
import { Standing, standingOfImage } from './standing.ts'
import { type AccountItem, accountKey, accountListKey } from './table.ts'

/** Writes tried for one move: the first hold of an account that races another's takes three. */
const attempts = 4

/** The account items of the table. */
export class AccountItems {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  async get(accountId: string): Promise<AccountItem | undefined> {
    const get = new GetCommand({
      TableName: this.#table,
      Key: accountKey(accountId),
      ConsistentRead: true,
    })
    return (await guarded(this.#client.send(get))).Item as AccountItem | undefined
  }

  /** Ids in order; some may be of accounts that were never finished. */
  async *ids(): AsyncGenerator<string> {
    let start: Record<string, unknown> | undefined
    do {
      const query = new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': accountListKey('').pk },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      })
      const page = await guarded(this.#client.send(query))
      for (const { sk } of page.Items ?? []) yield String(sk)
      start = page.LastEvaluatedKey
    } while (start)
  }

  /** False when another account has the id. */
  async create(item: AccountItem): Promise<boolean> {
    // The list first: an entry without its account is passed over, an account off the list would be lost.
    const entry = { TableName: this.#table, Item: accountListKey(item.accountId) }
    await guarded(this.#client.send(new PutCommand(entry)))
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...accountKey(item.accountId), ...item },
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      await guarded(this.#client.send(put))
      return true
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      const creator = error.old?.createdBy?.S ?? (await this.get(item.accountId))?.createdBy
      // The client library lost the reply of this very request and repeated it.
      return creator === item.createdBy
    }
  }

  /**
   * Sends an update of the balance and gives the balance afterwards. When the condition does not hold,
   * `next` looks at the account it was tried on (`undefined`: there is none) and throws the refusal,
   * gives the update to try instead, or the balance when there is nothing left to do.
   */
  async move(
    accountId: string,
    first: Update,
    next: (standing: Standing | undefined) => Update | { balance: number },
  ): Promise<{ balance: number }> {
    let update = first
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        const { balance } = await this.#send(accountId, update, 'UPDATED_NEW')
        return { balance }
      } catch (error) {
        const found = next(await this.#standing(accountId, error))
        if ('balance' in found) return found
        // Nothing is wrong any more: the account changed between the write and the reading of it.
        update = found
      }
    }
    throw unavailable(new Error('the account changes too fast to be charged'))
  }

  /** Changes anything but the balance; `refuse` throws the reason when the condition does not hold. */
  async change(
    accountId: string,
    update: Update,
    refuse: (standing: Standing | undefined) => void,
  ): Promise<AccountItem> {
    try {
      return await this.#send(accountId, update, 'ALL_NEW')
    } catch (error) {
      refuse(await this.#standing(accountId, error))
      throw unavailable(error)
    }
  }

  async #send(
    accountId: string,
    update: Update,
    returned: 'ALL_NEW' | 'UPDATED_NEW',
  ): Promise<AccountItem> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: accountKey(accountId),
      ...update,
      ReturnValues: returned,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    return (await guarded(this.#client.send(command))).Attributes as AccountItem
  }

  /** The account a condition failed on: from the reply, or read again where the reply is without it. */
  async #standing(accountId: string, error: unknown): Promise<Standing | undefined> {
    if (!(error instanceof ConditionFailed)) throw error
    if (error.old) return standingOfImage(error.old)
    const item = await this.get(accountId)
    return item && new Standing(item)
  }
}
