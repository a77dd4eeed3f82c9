import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { LRUCache } from 'lru-cache'
import { ConditionFailed, guarded } from '../../dynamodb/index.ts'
import { ApiError } from '../../errors/index.ts'
import type { AccountStore } from '../port.ts'
import { gcraParameters } from '../rate-limit.ts'
import { rateKey } from './table.ts'

/** Keys whose refusals a warm process caches. */
const maxCached = 10_000
/** Updates tried for one request: the two forms, and one more after a concurrent change. */
const maxAttempts = 3
/** Seconds an unused bucket is kept beyond the time when it is full again. */
const keepSeconds = 3600
/** Milliseconds a key is refused when its bucket gets more writes than DynamoDB allows for one item. */
const overloadedMs = 1000

/**
 * Token buckets, one item per key, each a theoretical arrival time in Unix milliseconds (see
 * rate-limit.ts). Counting is one conditional write. A warm process refuses a key over its limit from
 * memory until its next request would be admitted, so that a flood costs no writes.
 */
export class Rates {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  /** By key id: end of the refusal, Unix milliseconds. */
  readonly #refusedUntil = new LRUCache<string, number>({ max: maxCached })
  /** By key id: the last known arrival time, which selects the form of the first update. */
  readonly #arrivals = new LRUCache<string, number>({ max: maxCached })

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  async admit({ keyId, limit }: Parameters<AccountStore['admit']>[0]) {
    const { intervalMs, toleranceMs } = gcraParameters(limit)
    const now = Date.now()
    const refusedUntil = this.#refusedUntil.get(keyId) ?? 0
    if (refusedUntil > now) return { retryAfterMs: refusedUntil - now }
    let arrival = this.#arrivals.get(keyId) ?? 0
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (arrival > now + toleranceMs) return this.#refuse(keyId, now, arrival - toleranceMs - now)
      try {
        this.#arrivals.set(
          keyId,
          await this.#count(keyId, { now, intervalMs, toleranceMs, arrival }),
        )
        return { retryAfterMs: 0 }
      } catch (error) {
        if (isOverload(error)) return this.#refuse(keyId, now, overloadedMs)
        if (!(error instanceof ConditionFailed)) throw error
        arrival = Number(error.old?.arrivalMs?.N ?? (await this.#read(keyId)))
        this.#arrivals.set(keyId, arrival)
      }
    }
    return this.#refuse(keyId, now, intervalMs)
  }

  #refuse(keyId: string, now: number, retryAfterMs: number) {
    this.#refusedUntil.set(keyId, now + retryAfterMs)
    return { retryAfterMs }
  }

  /** Counts one request and gives the arrival time afterwards; a full bucket starts anew. */
  async #count(
    keyId: string,
    {
      now,
      intervalMs,
      toleranceMs,
      arrival,
    }: { now: number; intervalMs: number; toleranceMs: number; arrival: number },
  ): Promise<number> {
    const busy = arrival > now
    const expiresAt = Math.ceil((now + toleranceMs + intervalMs) / 1000) + keepSeconds
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: rateKey(keyId),
      UpdateExpression: busy
        ? 'SET arrivalMs = arrivalMs + :interval, expiresAt = :expires'
        : 'SET arrivalMs = :next, expiresAt = :expires',
      ConditionExpression: busy
        ? 'arrivalMs > :now AND arrivalMs <= :latest'
        : 'attribute_not_exists(pk) OR arrivalMs <= :now',
      ExpressionAttributeValues: {
        ':now': now,
        ':expires': expiresAt,
        ...(busy
          ? { ':interval': intervalMs, ':latest': now + toleranceMs }
          : { ':next': now + intervalMs }),
      },
      ReturnValues: 'UPDATED_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const { Attributes } = await guarded(this.#client.send(command))
    return Number(Attributes?.arrivalMs)
  }

  async #read(keyId: string): Promise<number> {
    const get = new GetCommand({
      TableName: this.#table,
      Key: rateKey(keyId),
      ConsistentRead: true,
    })
    return Number((await guarded(this.#client.send(get))).Item?.arrivalMs ?? 0)
  }
}

/** DynamoDB takes 1,000 writes a second of one item. */
function isOverload(error: unknown): boolean {
  const cause = error instanceof ApiError ? (error.cause as Error | undefined) : undefined
  return cause?.name === 'ProvisionedThroughputExceededException'
}
