import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { LRUCache } from 'lru-cache'
import { ApiError } from '#platform/errors'
import { ConditionFailed, guarded } from '#platform/stores/dynamodb'
import type { AccountStore } from '../port.ts'
import { type GcraParameters, gcraParameters } from '../rate-limit.ts'
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
 * memory until its next request would be admitted, so that a flood costs no writes, or its
 * clock is set back.
 */
export class Rates {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  /** By key id: when the key was refused, and until when it is, Unix milliseconds. */
  readonly #refusals = new LRUCache<string, { from: number; until: number }>({ max: maxCached })
  /** By key id: the last known arrival time, which selects the form of the first update. */
  readonly #arrivals = new LRUCache<string, number>({ max: maxCached })

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  async admit({ keyId, limit }: Parameters<AccountStore['admit']>[0]) {
    const parameters = gcraParameters(limit)
    const now = Date.now()
    const refusal = this.#refusals.get(keyId)
    const isRefused = refusal !== undefined && refusal.from <= now && now < refusal.until
    if (isRefused) return { retryAfterMs: refusal.until - now }
    const latest = now + parameters.toleranceMs
    let arrival = this.#arrivals.get(keyId) ?? 0
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const isOver = arrival > latest && arrival <= now + parameters.maxLeadMs
      if (isOver) return this.#refuse(keyId, now, arrival - latest)
      try {
        this.#arrivals.set(keyId, await this.#count(keyId, { now, parameters, arrival }))
        return { retryAfterMs: 0 }
      } catch (error) {
        if (isOverload(error)) return this.#refuse(keyId, now, overloadedMs)
        if (!(error instanceof ConditionFailed)) throw error
        arrival = Number(error.old?.arrivalMs?.N ?? (await this.#read(keyId)))
        this.#arrivals.set(keyId, arrival)
      }
    }
    return this.#refuse(keyId, now, parameters.intervalMs)
  }

  #refuse(keyId: string, now: number, retryAfterMs: number) {
    this.#refusals.set(keyId, { from: now, until: now + retryAfterMs })
    return { retryAfterMs }
  }

  /** Counts one request and returns the arrival time afterwards. */
  async #count(keyId: string, count: Count): Promise<number> {
    const { now, parameters } = count
    const keptMs = parameters.toleranceMs + parameters.intervalMs
    const { update, condition, values } = countUpdate(count)
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: rateKey(keyId),
      UpdateExpression: `SET arrivalMs = ${update}, expiresAt = :expires`,
      ConditionExpression: condition,
      ExpressionAttributeValues: {
        ...values,
        ':expires': Math.ceil((now + keptMs) / 1000) + keepSeconds,
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

interface Count {
  now: number
  parameters: GcraParameters
  /** The arrival time as last seen, which selects the form of the update. */
  arrival: number
}

/** A full bucket starts anew, and one in use is one request emptier; one from the future counts as empty. */
function countUpdate({ now, parameters: { intervalMs, toleranceMs, maxLeadMs }, arrival }: Count): {
  update: string
  condition: string
  values: Record<string, number>
} {
  if (arrival > now + maxLeadMs)
    return {
      update: ':next',
      condition: 'arrivalMs > :possible',
      values: { ':next': now + toleranceMs + intervalMs, ':possible': now + maxLeadMs },
    }
  if (arrival > now)
    return {
      update: 'arrivalMs + :interval',
      condition: 'arrivalMs > :now AND arrivalMs <= :latest',
      values: { ':interval': intervalMs, ':now': now, ':latest': now + toleranceMs },
    }
  return {
    update: ':next',
    condition: 'attribute_not_exists(pk) OR arrivalMs <= :now',
    values: { ':next': now + intervalMs, ':now': now },
  }
}

/** DynamoDB takes 1,000 writes a second of one item. */
function isOverload(error: unknown): boolean {
  const cause = error instanceof ApiError ? (error.cause as Error | undefined) : undefined
  return cause?.name === 'ProvisionedThroughputExceededException'
}
