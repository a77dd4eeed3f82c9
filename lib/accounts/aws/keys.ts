import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { BatchGetCommand, DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { unavailable } from '../../errors/index.ts'
import { keyExists } from '../refusals.ts'
import { ConditionFailed, guarded } from './client.ts'
import { detailsKey, type KeyDetails, type KeyMapping, mappingKey } from './table.ts'

/** Mappings kept by a warm process, about 200 bytes each. */
const mostCached = 10_000
/** Items one BatchGet may ask for. */
const batchSize = 100

/** The two immutable items of a key. Neither makes a key live: its entry in the account item does. */
export class KeyItems {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  readonly #cache = new Map<string, KeyMapping>()

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  /** Whose key this is. What is found is kept, for it never changes; what is not found is asked again. */
  async mapping(keySha256: string): Promise<{ mapping?: KeyMapping; cached: boolean }> {
    const known = this.#cache.get(keySha256)
    if (known) return { mapping: known, cached: true }
    const mapping = (await this.#get(mappingKey(keySha256))) as KeyMapping | undefined
    if (mapping) {
      if (this.#cache.size >= mostCached) this.#cache.delete(this.#cache.keys().next().value!)
      this.#cache.set(keySha256, mapping)
    }
    return { mapping, cached: false }
  }

  forget(keySha256: string): void {
    this.#cache.delete(keySha256)
  }

  async details(keyId: string): Promise<KeyDetails | undefined> {
    return (await this.#get(detailsKey(keyId))) as KeyDetails | undefined
  }

  async detailsOf(keyIds: string[]): Promise<Map<string, KeyDetails>> {
    const found = new Map<string, KeyDetails>()
    for (let from = 0; from < keyIds.length; from += batchSize) {
      let keys: Record<string, unknown>[] | undefined = keyIds
        .slice(from, from + batchSize)
        .map(detailsKey)
      // A reply may leave keys over (16 MB, throttling); ask for those again, but not for ever.
      for (let attempt = 0; keys?.length; attempt++) {
        if (attempt === 10) throw unavailable(new Error('BatchGet keeps leaving keys over'))
        const request: BatchGetCommand = new BatchGetCommand({
          RequestItems: { [this.#table]: { Keys: keys, ConsistentRead: true } },
        })
        const reply = await guarded(this.#client.send(request))
        for (const { pk, ...item } of reply.Responses?.[this.#table] ?? []) {
          found.set(String(pk).slice('KEYID#'.length), item as unknown as KeyDetails)
        }
        keys = reply.UnprocessedKeys?.[this.#table]?.Keys
      }
    }
    return found
  }

  async put(keyId: string, details: KeyDetails): Promise<void> {
    await this.#put({ ...detailsKey(keyId), ...details })
    const { accountId, sha256 } = details
    try {
      // Holds again for a repeat of this very request.
      await this.#put(
        { ...mappingKey(sha256), accountId, keyId },
        { expression: 'attribute_not_exists(pk) OR keyId = :keyId', values: { ':keyId': keyId } },
      )
    } catch (error) {
      // Left behind it would be harmless, so its failure is not worth hiding the first one.
      await this.#delete(detailsKey(keyId)).catch(() => {})
      throw error instanceof ConditionFailed ? keyExists() : error
    }
  }

  async delete(keyId: string, sha256: string): Promise<void> {
    this.forget(sha256)
    // The details last: while they are there, an interrupted deletion can be finished.
    await this.#delete(mappingKey(sha256))
    await this.#delete(detailsKey(keyId))
  }

  async #get(key: Record<string, string>): Promise<unknown> {
    const get = new GetCommand({ TableName: this.#table, Key: key, ConsistentRead: true })
    return (await guarded(this.#client.send(get))).Item
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
    await guarded(this.#client.send(put))
  }

  async #delete(key: Record<string, string>): Promise<void> {
    await guarded(this.#client.send(new DeleteCommand({ TableName: this.#table, Key: key })))
  }
}
