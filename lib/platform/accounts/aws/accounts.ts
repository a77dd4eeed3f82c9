import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { LRUCache } from 'lru-cache'
import { unavailable } from '#platform/errors'
import { ConditionFailed, guarded, sendOnce } from '#platform/stores/dynamodb'
import type { Update } from './move-updates.ts'
import { AccountSnapshot, snapshotOfImage } from './snapshot.ts'
import { type AccountItem, accountKey, accountListKey } from './table.ts'

/** Writes tried for one hold: the first hold of an account takes three when it races another. */
const maxAttempts = 4
/** Accounts whose key states a warm process caches, 27 bytes a key. */
const maxCached = 1000

/** The account items of the table. */
export class AccountItems {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  /** Key states, their version and the number of moves, as last seen. */
  readonly #snapshots = new LRUCache<string, AccountSnapshot>({ max: maxCached })

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
   * The last snapshot of an account. Its key states hold while `version` is the same, its moves are a lower
   * bound, and its balance may have changed.
   */
  cached(accountId: string): AccountSnapshot | undefined {
    return this.#snapshots.get(accountId)
  }

  /** Reads an account and caches its snapshot. */
  async refresh(accountId: string): Promise<AccountSnapshot | undefined> {
    const item = await this.get(accountId)
    return this.#cache(accountId, item && new AccountSnapshot(item))
  }

  /** Ids in order; some may be of accounts whose creation failed halfway. */
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
    // The list first: an entry without an account is skipped, an account without an entry would be lost.
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
      // The SDK lost the reply of this request and repeated it.
      return creator === item.createdBy
    }
  }

  /**
   * Sends an update that charges or credits, once, and gives the balance afterwards. Throws
   * `OutcomeUnknown` when it may have been applied, `ConditionFailed` when it was not.
   */
  async moveOnce(accountId: string, update: Update): Promise<number> {
    const command = this.#updateOf(accountId, update, 'UPDATED_NEW')
    const { Attributes } = await guarded(sendOnce(this.#client, command))
    const { balance, moves } = Attributes as AccountItem
    this.#snapshots.get(accountId)?.sawMoves(moves)
    return balance
  }

  /**
   * Sends an update of holds, which may be repeated, and gives the balance afterwards. When its condition
   * fails, `next` gets the account (`undefined`: there is none) and throws the refusal, gives the next
   * update to try, or the balance when nothing is left to do.
   */
  async move(
    accountId: string,
    first: Update,
    next: (snapshot: AccountSnapshot | undefined) => Update | { balance: number },
  ): Promise<{ balance: number }> {
    let update = first
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      try {
        const { balance } = await this.#send(accountId, update, 'UPDATED_NEW')
        return { balance }
      } catch (error) {
        const result = next(await this.snapshotOf(accountId, error))
        if ('balance' in result) return result
        // The account changed between the write and the snapshot.
        update = result
      }
    }
    throw unavailable(
      new Error(
        `the balance was not changed in ${maxAttempts} attempts: the account changes too fast`,
      ),
    )
  }

  /** Changes anything but the balance; `refuse` throws the reason when the condition fails. */
  async change(
    accountId: string,
    update: Update,
    refuse: (snapshot: AccountSnapshot | undefined) => void,
  ): Promise<AccountItem> {
    try {
      return await this.update(accountId, update)
    } catch (error) {
      refuse(await this.snapshotOf(accountId, error))
      throw unavailable(error)
    }
  }

  /** Sends an update that may be repeated; throws `ConditionFailed` when its condition fails. */
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

  /** The account on which a condition failed: from the reply, or else read again. */
  async snapshotOf(accountId: string, error: unknown): Promise<AccountSnapshot | undefined> {
    if (!(error instanceof ConditionFailed)) throw error
    return error.old ? this.#cache(accountId, snapshotOfImage(error.old)) : this.refresh(accountId)
  }

  #cache(accountId: string, snapshot: AccountSnapshot | undefined): AccountSnapshot | undefined {
    if (snapshot) this.#snapshots.set(accountId, snapshot)
    else this.#snapshots.delete(accountId)
    return snapshot
  }
}
