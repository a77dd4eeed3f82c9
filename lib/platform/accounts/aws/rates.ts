import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { LRUCache } from 'lru-cache'
import { ApiError } from '#platform/errors'
import { ConditionFailed, guardRequest } from '#platform/stores/dynamodb'
import type { AccountStore } from '../port.ts'
import { computeGcraParameters, type GcraParameters } from '../rate-limit.ts'
import { makeRateKey } from './table.ts'

/** Maximum keys whose refusals a warm process caches. */
const maxCached = 10_000
/** Maximum updates for one request: the two forms, and one more after a concurrent change. */
const maxAttempts = 3
/** Time that an unused bucket is kept after it is full again, seconds. */
const keepSeconds = 3600
/** Duration of the refusal when a key's bucket gets more writes than DynamoDB allows for one item, ms. */
const overloadedMs = 1000

/**
 * Token buckets, one item per key, each a theoretical arrival time in Unix milliseconds (see rate-limit.ts). Counting
 * is one conditional write. A warm process refuses a key over its limit from memory until the key's next request
 * would be admitted, so that a flood of requests costs no writes. It stops doing so when its clock is set back.
 */
export class Rates {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  /** Period of the present refusal by key id, Unix milliseconds. */
  readonly #refusals = new LRUCache<string, { from: number; until: number }>({ max: maxCached })
  /** By key id: the last known arrival time, which selects the form of the first update. */
  readonly #arrivals = new LRUCache<string, number>({ max: maxCached })

  constructor(table: string, client: DynamoDBDocumentClient) {
    this.#table = table
    this.#client = client
  }

  async admit({ keyId, limit }: Parameters<AccountStore['admit']>[0]) {
    const parameters = computeGcraParameters(limit)
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
    const { update, condition, values } = makeCountUpdate(count)
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: makeRateKey(keyId),
      UpdateExpression: `SET arrivalMs = ${update}, expiresAt = :expires`,
      ConditionExpression: condition,
      ExpressionAttributeValues: {
        ...values,
        ':expires': Math.ceil((now + keptMs) / 1000) + keepSeconds,
      },
      ReturnValues: 'UPDATED_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const { Attributes } = await guardRequest(this.#client.send(command))
    return Number(Attributes?.arrivalMs)
  }

  async #read(keyId: string): Promise<number> {
    const get = new GetCommand({
      TableName: this.#table,
      Key: makeRateKey(keyId),
      ConsistentRead: true,
    })
    return Number((await guardRequest(this.#client.send(get))).Item?.arrivalMs ?? 0)
  }
}

interface Count {
  now: number
  parameters: GcraParameters
  /** The arrival time as last read, which selects the form of the update. */
  arrival: number
}

/**
 * Makes the update that counts a request. A full bucket starts anew, and a bucket in use has one request fewer. An
 * arrival time too far in the future counts as an empty bucket.
 */
function makeCountUpdate({
  now,
  parameters: { intervalMs, toleranceMs, maxLeadMs },
  arrival,
}: Count): {
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

/** Returns whether the item gets more writes than DynamoDB accepts (1,000 a second). */
function isOverload(error: unknown): boolean {
  const cause = error instanceof ApiError ? (error.cause as Error | undefined) : undefined
  return cause?.name === 'ProvisionedThroughputExceededException'
}
