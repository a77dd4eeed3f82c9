import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { BatchGetCommand, DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { unavailable } from '#platform/errors'
import { ConditionFailed, guardRequest } from '#platform/stores/dynamodb'
import { keyExists } from '../refusals.ts'
import { type KeyDetails, type KeyMapping, makeDetailsKey, makeMappingKey } from './table.ts'

/** Maximum mappings cached by a warm process, about 200 bytes each. */
const maxCached = 10_000
/** DynamoDB's maximum number of items in a BatchGet. */
const batchSize = 100
/** Maximum requests for the unprocessed keys of one batch. */
const maxAttempts = 10

/** Manages the two immutable items of a key. The key's entry in the account item makes it valid. */
export class KeyItems {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  readonly #cache = new Map<string, KeyMapping>()

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  /** Finds the account and id of a key. Mappings never change and are cached; misses are not. */
  async findMapping(keySha256: string): Promise<{ mapping?: KeyMapping; cached: boolean }> {
    const known = this.#cache.get(keySha256)
    if (known) return { mapping: known, cached: true }
    const mapping = (await this.#get(makeMappingKey(keySha256))) as KeyMapping | undefined
    if (mapping) {
      if (this.#cache.size >= maxCached) this.#cache.delete(this.#cache.keys().next().value!)
      this.#cache.set(keySha256, mapping)
    }
    return { mapping, cached: false }
  }

  forget(keySha256: string): void {
    this.#cache.delete(keySha256)
  }

  async details(keyId: string): Promise<KeyDetails | undefined> {
    return (await this.#get(makeDetailsKey(keyId))) as KeyDetails | undefined
  }

  async getDetails(keyIds: string[]): Promise<Map<string, KeyDetails>> {
    const found = new Map<string, KeyDetails>()
    for (let from = 0; from < keyIds.length; from += batchSize) {
      let keys: Record<string, unknown>[] | undefined = keyIds
        .slice(from, from + batchSize)
        .map(makeDetailsKey)
      // A reply may leave keys unprocessed (16 MB, throttling).
      for (let attempt = 0; keys?.length; attempt++) {
        if (attempt === maxAttempts)
          throw unavailable(new Error('BatchGet keeps leaving keys unprocessed'))
        const request: BatchGetCommand = new BatchGetCommand({
          RequestItems: { [this.#table]: { Keys: keys, ConsistentRead: true } },
        })
        const reply = await guardRequest(this.#client.send(request))
        for (const { pk, ...item } of reply.Responses?.[this.#table] ?? []) {
          found.set(String(pk).slice('KEYID#'.length), item as unknown as KeyDetails)
        }
        keys = reply.UnprocessedKeys?.[this.#table]?.Keys
      }
    }
    return found
  }

  async put(keyId: string, details: KeyDetails): Promise<void> {
    await this.#put({ ...makeDetailsKey(keyId), ...details })
    const { accountId, sha256 } = details
    try {
      // True again when the SDK repeats this request.
      await this.#put(
        { ...makeMappingKey(sha256), accountId, keyId },
        { expression: 'attribute_not_exists(pk) OR keyId = :keyId', values: { ':keyId': keyId } },
      )
    } catch (error) {
      // Leftover details are harmless: report the first failure.
      await this.#delete(makeDetailsKey(keyId)).catch(() => {})
      throw error instanceof ConditionFailed ? keyExists() : error
    }
  }

  async delete(keyId: string, sha256: string): Promise<void> {
    this.forget(sha256)
    // Delete the details last: while they exist, an interrupted deletion can be finished.
    await this.#delete(makeMappingKey(sha256))
    await this.#delete(makeDetailsKey(keyId))
  }

  async #get(key: Record<string, string>): Promise<unknown> {
    const get = new GetCommand({ TableName: this.#table, Key: key, ConsistentRead: true })
    return (await guardRequest(this.#client.send(get))).Item
  }

  async #put(
    item: Record<string, unknown>,
    condition?: { expression: string; values: Record<string, unknown> },
  ): Promise<void> {
    const put = new PutCommand({
      TableName: this.#table,
      Item: item,
      ConditionExpression: condition?.expression,
      ExpressionAttributeValues: condition?.values,
    })
    await guardRequest(this.#client.send(put))
  }

  async #delete(key: Record<string, string>): Promise<void> {
    await guardRequest(this.#client.send(new DeleteCommand({ TableName: this.#table, Key: key })))
  }
}
