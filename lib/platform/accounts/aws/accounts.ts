import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { LRUCache } from 'lru-cache'
import { unavailable } from '#platform/errors'
import { ConditionFailed, guardRequest, sendOnce } from '#platform/stores/dynamodb'
import type { Update } from './move-updates.ts'
import { AccountSnapshot, toSnapshot } from './snapshot.ts'
import { type AccountItem, makeAccountKey, makeAccountListKey } from './table.ts'

/** Maximum writes for one hold. The first hold of an account takes three when it races another. */
const maxAttempts = 4
/** Maximum accounts whose key states a warm process caches, at 27 bytes a key. */
const maxCached = 1000

/** Reads and writes the account items of the table. */
export class AccountItems {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  /** Key states, their version and the number of moves, as last read. */
  readonly #snapshots = new LRUCache<string, AccountSnapshot>({ max: maxCached })

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  async get(accountId: string): Promise<AccountItem | undefined> {
    const get = new GetCommand({
      TableName: this.#table,
      Key: makeAccountKey(accountId),
      ConsistentRead: true,
    })
    return (await guardRequest(this.#client.send(get))).Item as AccountItem | undefined
  }

  /**
   * Returns the last snapshot of an account. Its key states are valid while `version` is the same, its moves are a
   * lower bound, and its balance may have changed.
   */
  getCached(accountId: string): AccountSnapshot | undefined {
    return this.#snapshots.get(accountId)
  }

  /** Reads an account and caches its snapshot. */
  async refresh(accountId: string): Promise<AccountSnapshot | undefined> {
    const item = await this.get(accountId)
    return this.#cache(accountId, item && new AccountSnapshot(item))
  }

  /** Iterates over account ids in order. Some may belong to accounts whose creation failed halfway. */
  async *listIds(): AsyncGenerator<string> {
    let start: Record<string, unknown> | undefined
    do {
      const query = new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': makeAccountListKey('').pk },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      })
      const page = await guardRequest(this.#client.send(query))
      for (const { sk } of page.Items ?? []) yield String(sk)
      start = page.LastEvaluatedKey
    } while (start)
  }

  /** Creates an account; false when the id is taken. */
  async create(item: AccountItem): Promise<boolean> {
    // Write the list entry first: an entry without an account is skipped, but an account without an entry would be
    // lost.
    const entry = { TableName: this.#table, Item: makeAccountListKey(item.accountId) }
    await guardRequest(this.#client.send(new PutCommand(entry)))
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...makeAccountKey(item.accountId), ...item },
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      await guardRequest(this.#client.send(put))
      return true
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      const creator = error.old?.createdBy?.S ?? (await this.get(item.accountId))?.createdBy
      // True if the SDK lost the reply to this request and repeated it.
      return creator === item.createdBy
    }
  }

  /**
   * Sends an update that charges or credits, once, and returns the new balance. Throws `OutcomeUnknown` when it may
   * have been applied, `ConditionFailed` when it was not.
   */
  async moveOnce(accountId: string, update: Update): Promise<number> {
    const command = this.#makeUpdate(accountId, update, 'UPDATED_NEW')
    const { Attributes } = await guardRequest(sendOnce(this.#client, command))
    const { balance, moves } = Attributes as AccountItem
    this.#snapshots.get(accountId)?.raiseMoves(moves)
    return balance
  }

  /**
   * Sends an update of holds, which may be repeated, and returns the new balance. When its condition fails, `next`
   * receives the account (`undefined` if there is none). It throws the refusal, or returns the next update to try, or
   * the balance when nothing is left to do.
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
        const result = next(await this.findSnapshot(accountId, error))
        if ('balance' in result) return result
        // The update did not fit the account as it is now: try the one that does.
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
      refuse(await this.findSnapshot(accountId, error))
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
    const command = this.#makeUpdate(accountId, update, returned)
    return (await guardRequest(this.#client.send(command))).Attributes as AccountItem
  }

  #makeUpdate(accountId: string, update: Update, returned: 'ALL_NEW' | 'UPDATED_NEW') {
    return new UpdateCommand({
      TableName: this.#table,
      Key: makeAccountKey(accountId),
      ...update,
      ReturnValues: returned,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
  }

  /**
   * Returns the account whose update failed its condition, from the reply or by reading it again. Rethrows any other
   * error.
   */
  async findSnapshot(accountId: string, error: unknown): Promise<AccountSnapshot | undefined> {
    if (!(error instanceof ConditionFailed)) throw error
    return error.old ? this.#cache(accountId, toSnapshot(error.old)) : this.refresh(accountId)
  }

  #cache(accountId: string, snapshot: AccountSnapshot | undefined): AccountSnapshot | undefined {
    if (snapshot) this.#snapshots.set(accountId, snapshot)
    else this.#snapshots.delete(accountId)
    return snapshot
  }
}
