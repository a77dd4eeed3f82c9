import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { LRUCache } from 'lru-cache'
import { unavailable } from '../../errors/index.ts'
import { ConditionFailed, guarded, sendOnce } from './client.ts'
import type { Update } from './move.ts'
import { AccountSnapshot, standingOfImage } from './snapshot.ts'
import { type AccountItem, accountKey, accountListKey } from './table.ts'

/** Writes tried for one hold: the first of an account that races another's takes three. */
const attempts = 4
/** Accounts whose key states a warm process remembers, 27 bytes a key. */
const maxRemembered = 1000

/** The account items of the table. */
export class AccountItems {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  /** Key states, their version and the moves of accounts, as last seen. */
  readonly #remembered = new LRUCache<string, AccountSnapshot>({ max: maxRemembered })

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

  /**
   * An account as it was last seen: its key states, which hold while `version` is the same, and at least
   * as many moves as it had then. Its balance may have changed since.
   */
  remembered(accountId: string): AccountSnapshot | undefined {
    return this.#remembered.get(accountId)
  }

  /** Reads an account and remembers it. */
  async look(accountId: string): Promise<AccountSnapshot | undefined> {
    const item = await this.get(accountId)
    return this.#remember(accountId, item && new AccountSnapshot(item))
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
   * Sends an update that moves the balance for good, once, and gives the balance afterwards. Throws
   * `OutcomeUnknown` when it is not known whether it was applied, `ConditionFailed` when it was not.
   */
  async moveOnce(accountId: string, update: Update): Promise<number> {
    const command = this.#updateOf(accountId, update, 'UPDATED_NEW')
    const { Attributes } = await guarded(sendOnce(this.#client, command))
    const { balance, moves } = Attributes as AccountItem
    this.#remembered.get(accountId)?.sawMoves(moves)
    return balance
  }

  /**
   * Sends an update of holds and gives the balance afterwards: one that may be repeated. When the condition does not hold,
   * `next` looks at the account it was tried on (`undefined`: there is none) and throws the refusal,
   * gives the update to try instead, or the balance when there is nothing left to do.
   */
  async move(
    accountId: string,
    first: Update,
    next: (standing: AccountSnapshot | undefined) => Update | { balance: number },
  ): Promise<{ balance: number }> {
    let update = first
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        const { balance } = await this.#send(accountId, update, 'UPDATED_NEW')
        return { balance }
      } catch (error) {
        const found = next(await this.standingOf(accountId, error))
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
    refuse: (standing: AccountSnapshot | undefined) => void,
  ): Promise<AccountItem> {
    try {
      return await this.update(accountId, update)
    } catch (error) {
      refuse(await this.standingOf(accountId, error))
      throw unavailable(error)
    }
  }

  /** Sends an update that may be repeated; throws `ConditionFailed` when its condition does not hold. */
  update(accountId: string, update: Update): Promise<AccountItem> {
    return this.#send(accountId, update, 'ALL_NEW')
  }

  async #send(
    accountId: string,
    update: Update,
    returned: 'ALL_NEW' | 'UPDATED_NEW',
  ): Promise<AccountItem> {
    const command = this.#updateOf(accountId, update, returned)
    return (await guarded(this.#client.send(command))).Attributes as AccountItem
  }

  #updateOf(accountId: string, update: Update, returned: 'ALL_NEW' | 'UPDATED_NEW') {
    return new UpdateCommand({
      TableName: this.#table,
      Key: accountKey(accountId),
      ...update,
      ReturnValues: returned,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
  }

  /** The account a condition failed on: from the reply, or read again where the reply is without it. */
  async standingOf(accountId: string, error: unknown): Promise<AccountSnapshot | undefined> {
    if (!(error instanceof ConditionFailed)) throw error
    return error.old ? this.#remember(accountId, standingOfImage(error.old)) : this.look(accountId)
  }

  #remember(accountId: string, standing: AccountSnapshot | undefined): AccountSnapshot | undefined {
    if (standing) this.#remembered.set(accountId, standing)
    else this.#remembered.delete(accountId)
    return standing
  }
}
