import type { DynamoDBDocumentClient, UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { LRUCache } from 'lru-cache'
import { ApiError, unavailable } from '#platform/errors'
import { ConditionFailed, guardRequest, toPlainItem } from '#platform/stores/dynamodb'
import {
  computeRecordExpiry,
  deriveRecordState,
  type IdempotencyRecord,
  type IdempotencyRecords,
  type IdempotentBeginning,
  type IdempotentCall,
  type KeptCharge,
  maxKeptAnswerBytes,
} from '../idempotency.ts'
import type { AccountItems } from './accounts.ts'
import type { Moves } from './moves.ts'
import { makeKeptAnswerKey, makeRecordKey } from './table.ts'

/**
 * Maximum attempts to begin a call before it is refused. A further attempt follows when another call has changed the
 * record, when this call has corrected it, or when it has just expired.
 */
const maxAttempts = 5

/** A record in the table. `requestId` identifies its last invocation and that invocation's charge. */
interface RecordItem {
  fingerprint: string
  requestId: string
  /** Unix milliseconds of the machine that charges. */
  lockedAt: number
  lockedUntil: number
  /** Number of the account's moves when the lock was taken, or fewer. */
  moves: number
  mayBeCharged: boolean
  isPaid: boolean
  /** The invocation whose answer is kept. */
  answerOf?: string
  repeats: number
  /** Unix seconds, for the table's time to live. */
  expiresAt: number
}

/**
 * Keeps the records of idempotency keys in the table. A record and a charge are two items, and there are no
 * transactions. The record names the invocation before it works on the call, and the ledger shows for each
 * invocation, by its request id, whether it has charged. The charge is therefore the only source of truth. A record
 * that was not updated after it is settled by the next call (`Moves.wasApplied`).
 */
export class TableIdempotency implements IdempotencyRecords {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  readonly #accounts: AccountItems
  readonly #moves: Moves
  /** Request ids of charges that ended with a fault, and may or may not have been made. */
  readonly #undecided = new LRUCache<string, true>({ max: 1000 })

  constructor(
    table: string,
    client: DynamoDBDocumentClient,
    { accounts, moves }: { accounts: AccountItems; moves: Moves },
  ) {
    this.#table = table
    this.#client = client
    this.#accounts = accounts
    this.#moves = moves
  }

  async begin(call: IdempotentCall): Promise<IdempotentBeginning> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const found = await this.#create(call)
      if (found === 'created') return { kind: 'first' }
      // The record was deleted in the meantime.
      if (!found) continue
      const beginning = await this.#beginWith(call, found)
      if (beginning) return beginning
    }
    throw unavailable(new Error('the record of an idempotency key changes too fast'))
  }

  /**
   * Decides the next step of a call with this record. Returns `undefined` when the record has changed and must be
   * read again.
   */
  async #beginWith(
    call: IdempotentCall,
    item: RecordItem,
  ): Promise<IdempotentBeginning | undefined> {
    const now = Date.now()
    const record = readRecord(item)
    switch (deriveRecordState(record, call, now)) {
      case 'absent':
        return undefined
      case 'running':
        // The SDK may have repeated the request that created or locked the record.
        if (record.requestId === call.requestId) return { kind: record.isPaid ? 'paid' : 'first' }
        return { kind: 'running', retryAfterMs: record.lockedUntil - now }
      case 'abandoned':
        return await this.#settle(call, item)
      case 'answered': {
        const answer = await this.#answer(call, item.answerOf!)
        if (answer) return { kind: 'answered', answer }
        // The answer is missing: from here on it counts as not kept.
        await this.#update(call, makeOwnedUpdate(item.requestId, 'REMOVE answerOf'))
        return undefined
      }
      case 'repeatable':
        return await this.#repeat(call, item)
      case 'other call':
        return { kind: 'other call' }
      case 'used up':
        return { kind: 'used up' }
    }
  }

  /**
   * Settles a record whose last invocation ended without updating it. If that invocation has charged, the record is
   * marked as paid and has to be read again. Otherwise this call takes over the record, and the earlier invocation can
   * no longer charge.
   */
  async #settle(call: IdempotentCall, item: RecordItem): Promise<IdempotentBeginning | undefined> {
    const { requestId, lockedAt, lockedUntil, moves } = item
    const { accountId } = call
    const isPaid =
      item.mayBeCharged &&
      (await this.#moves.wasApplied({ accountId, id: requestId, moves, lockedAt, lockedUntil }))
    if (isPaid) {
      const isKept = (await this.#answer(call, requestId)) !== undefined
      await this.#update(
        call,
        makeOwnedUpdate(requestId, `SET isPaid = :true${isKept ? ', answerOf = :own' : ''}`, {
          ':true': true,
        }),
      )
      return undefined
    }
    const lock = await this.#makeLock(call)
    const taken = await this.#update(
      call,
      makeOwnedUpdate(
        requestId,
        `SET fingerprint = :fingerprint, requestId = :requestId, lockedAt = :lockedAt, lockedUntil = :lockedUntil, moves = :moves, mayBeCharged = :mayBeCharged, expiresAt = :expiresAt`,
        {
          ':fingerprint': call.fingerprint,
          ':requestId': call.requestId,
          ':lockedAt': lock.lockedAt,
          ':lockedUntil': lock.lockedUntil,
          ':moves': lock.moves,
          ':mayBeCharged': call.mayBeCharged,
          ':expiresAt': lock.expiresAt,
        },
        'isPaid = :false',
      ),
    )
    return taken ? { kind: 'first' } : undefined
  }

  async #repeat(
    call: IdempotentCall,
    { requestId, repeats }: RecordItem,
  ): Promise<IdempotentBeginning | undefined> {
    const locked = await this.#update(
      call,
      makeOwnedUpdate(
        requestId,
        'SET repeats = :next, requestId = :requestId, lockedUntil = :lockedUntil',
        {
          ':repeats': repeats,
          ':next': repeats + 1,
          ':requestId': call.requestId,
          ':lockedUntil': Date.now() + Math.ceil(call.lockMs),
        },
        'repeats = :repeats',
      ),
    )
    return locked ? { kind: 'paid' } : undefined
  }

  /**
   * Marks the record as paid after the charge, which cannot be undone. A failure here is repaired by the next call
   * with the key.
   */
  async keepCharged({ call, answer }: KeptCharge): Promise<void> {
    await this.keep(call, answer).catch(() => {})
  }

  async keep(call: IdempotentCall, answer: Uint8Array | undefined): Promise<void> {
    const kept = answer && answer.length <= maxKeptAnswerBytes ? answer : undefined
    if (kept) {
      const put = new PutCommand({
        TableName: this.#table,
        Item: {
          ...makeKeptAnswerKey(call, call.requestId),
          answer: kept,
          expiresAt: Math.ceil(computeRecordExpiry(Date.now()) / 1000),
        },
      })
      await guardRequest(this.#client.send(put))
    }
    await this.#update(
      call,
      makeOwnedUpdate(
        call.requestId,
        `SET isPaid = :true, lockedUntil = :free${kept ? ', answerOf = :own' : ''}`,
        { ':true': true, ':free': 0 },
      ),
    )
  }

  /** Records that a charge of this call may have been made although it threw. */
  noteUndecided(call: IdempotentCall, error: unknown): void {
    const isRefused = error instanceof ApiError && error.code !== 'service_unavailable'
    if (!isRefused) this.#undecided.set(call.requestId, true)
  }

  async end(call: IdempotentCall): Promise<void> {
    const { requestId } = call
    if (this.#undecided.has(requestId)) {
      // Free the lock: the next call with the key settles the record at once.
      await this.#update(
        call,
        makeOwnedUpdate(requestId, 'SET lockedUntil = :free', { ':free': 0 }),
      )
      return
    }
    const remove = new DeleteCommand({
      TableName: this.#table,
      Key: makeRecordKey(call),
      ConditionExpression: 'requestId = :own AND isPaid = :false',
      ExpressionAttributeValues: { ':own': requestId, ':false': false },
    })
    try {
      await guardRequest(this.#client.send(remove))
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      await this.#update(
        call,
        makeOwnedUpdate(
          requestId,
          'SET lockedUntil = :free, repeats = repeats - :one',
          { ':free': 0, ':one': 1, ':true': true },
          'isPaid = :true AND lockedUntil > :free',
        ),
      )
    }
  }

  async has(record: { accountId: string; recordId: string }): Promise<boolean> {
    const item = await this.#get<RecordItem>(makeRecordKey(record))
    return item !== undefined && readRecord(item).expiresAt > Date.now()
  }

  /**
   * Creates the record, or returns the valid one that exists already; `undefined` when that one has disappeared
   * meanwhile.
   */
  async #create(call: IdempotentCall): Promise<'created' | RecordItem | undefined> {
    const { fingerprint, requestId, mayBeCharged } = call
    const item: RecordItem = {
      fingerprint,
      requestId,
      ...(await this.#makeLock(call)),
      mayBeCharged,
      isPaid: false,
      repeats: 0,
    }
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...makeRecordKey(call), ...item },
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      await guardRequest(this.#client.send(put))
      return 'created'
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      if (error.old) return toPlainItem(error.old) as unknown as RecordItem
      return await this.#get<RecordItem>(makeRecordKey(call))
    }
  }

  async #makeLock({ accountId, lockMs, mayBeCharged }: IdempotentCall) {
    const now = Date.now()
    // The charge needs the account's snapshot too, so reading it here costs nothing.
    const known = mayBeCharged
      ? (this.#accounts.getCached(accountId) ?? (await this.#accounts.refresh(accountId)))
      : undefined
    return {
      lockedAt: now,
      lockedUntil: now + Math.ceil(lockMs),
      moves: known?.moves ?? 0,
      expiresAt: Math.ceil(computeRecordExpiry(now) / 1000),
    }
  }

  async #answer(call: IdempotentCall, requestId: string): Promise<Uint8Array | undefined> {
    return (await this.#get<{ answer: Uint8Array }>(makeKeptAnswerKey(call, requestId)))?.answer
  }

  async #get<T>(key: { pk: string; sk: string }): Promise<T | undefined> {
    const get = new GetCommand({ TableName: this.#table, Key: key, ConsistentRead: true })
    return (await guardRequest(this.#client.send(get))).Item as T | undefined
  }

  /** Updates a record; false when another invocation owns it by now. */
  async #update(call: IdempotentCall, update: Partial<UpdateCommandInput>): Promise<boolean> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: makeRecordKey(call),
      ...update,
    })
    try {
      await guardRequest(this.#client.send(command))
      return true
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      return false
    }
  }
}

/** Makes an update of a record on the condition that this invocation (`:own`) was its last one. */
function makeOwnedUpdate(
  requestId: string,
  expression: string,
  values: Record<string, unknown> = {},
  condition?: string,
): Partial<UpdateCommandInput> {
  return {
    UpdateExpression: expression,
    ConditionExpression: condition ? `requestId = :own AND ${condition}` : 'requestId = :own',
    ExpressionAttributeValues: {
      ...values,
      ':own': requestId,
      ...(condition?.includes(':false') && { ':false': false }),
    },
  }
}

function readRecord(item: RecordItem): IdempotencyRecord {
  const { fingerprint, requestId, lockedUntil, isPaid, repeats, answerOf, expiresAt } = item
  return {
    fingerprint,
    requestId,
    lockedUntil,
    isPaid,
    hasAnswer: answerOf !== undefined,
    repeats,
    expiresAt: expiresAt * 1000,
  }
}
