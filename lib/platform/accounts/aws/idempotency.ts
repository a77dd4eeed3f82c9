import type { DynamoDBDocumentClient, UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { LRUCache } from 'lru-cache'
import { ApiError, unavailable } from '#platform/errors'
import { ConditionFailed, guarded, plainItem } from '#platform/stores/dynamodb'
import {
  type IdempotencyRecord,
  type IdempotencyRecords,
  type IdempotentBeginning,
  type IdempotentCall,
  idempotencyExpiry,
  type KeptCharge,
  maxKeptAnswerBytes,
  stateOfRecord,
} from '../idempotency.ts'
import type { AccountItems } from './accounts.ts'
import type { Moves } from './moves.ts'
import { idempotencyKey, keptAnswerKey } from './table.ts'

/** Looks at a record before a call is refused: each change between two looks is another call's. */
const maxAttempts = 5

/** A record in the table. Its last invocation is named by `requestId`, and so is that one's charge. */
interface RecordItem {
  fingerprint: string
  requestId: string
  /** Unix milliseconds of the machine that charges. */
  lockedAt: number
  lockedUntil: number
  /** The account's moves when the lock was taken, or fewer. */
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
 * The records of idempotency keys in the table. A record and a charge are two items, and there are no transactions:
 * the record names the invocation that works on the call before it does, and the ledger says of every invocation,
 * by its request id, whether it has charged. So the charge is the one fact, and a record that was not brought up to
 * date after it is settled by the next call (`Moves.wasApplied`).
 */
export class TableIdempotency implements IdempotencyRecords {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  readonly #accounts: AccountItems
  readonly #moves: Moves
  /** Request ids of charges that ended with a fault: they may have been made. */
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
      // Deleted meanwhile.
      if (!found) continue
      const beginning = await this.#beginOn(call, found)
      if (beginning) return beginning
    }
    throw unavailable(new Error('the record of an idempotency key changes too fast'))
  }

  /** The next step of a call with this record; undefined when the record has changed and must be read again. */
  async #beginOn(call: IdempotentCall, item: RecordItem): Promise<IdempotentBeginning | undefined> {
    const now = Date.now()
    const record = readRecord(item)
    switch (stateOfRecord(record, call, now)) {
      case 'absent':
        return undefined
      case 'running':
        // The SDK has repeated the request that created or locked it.
        if (record.requestId === call.requestId) return { kind: record.isPaid ? 'paid' : 'first' }
        return { kind: 'running', retryAfterMs: record.lockedUntil - now }
      case 'abandoned':
        return await this.#settle(call, item)
      case 'answered': {
        const answer = await this.#answer(call, item.answerOf!)
        if (answer) return { kind: 'answered', answer }
        // It should be there: from here on it counts as not kept.
        await this.#update(call, ownedBy(item.requestId, 'REMOVE answerOf'))
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
   * The last invocation has ended without a word. If it has charged, the record is paid; otherwise this call takes
   * its place, and it can no longer charge.
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
        ownedBy(requestId, `SET isPaid = :true${isKept ? ', answerOf = :own' : ''}`, {
          ':true': true,
        }),
      )
      return undefined
    }
    const lock = await this.#lockOf(call)
    const taken = await this.#update(
      call,
      ownedBy(
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
      ownedBy(
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

  /** After the charge, which cannot be undone: what fails here is made good by the next call of the key. */
  async keepCharged({ call, answer }: KeptCharge): Promise<void> {
    await this.keep(call, answer).catch(() => {})
  }

  async keep(call: IdempotentCall, answer: Uint8Array | undefined): Promise<void> {
    const kept = answer && answer.length <= maxKeptAnswerBytes ? answer : undefined
    if (kept) {
      const put = new PutCommand({
        TableName: this.#table,
        Item: {
          ...keptAnswerKey(call, call.requestId),
          answer: kept,
          expiresAt: Math.ceil(idempotencyExpiry(Date.now()) / 1000),
        },
      })
      await guarded(this.#client.send(put))
    }
    await this.#update(
      call,
      ownedBy(
        call.requestId,
        `SET isPaid = :true, lockedUntil = :free${kept ? ', answerOf = :own' : ''}`,
        { ':true': true, ':free': 0 },
      ),
    )
  }

  /** Notes that a charge of this call may have been made although it threw. */
  noteUndecided(call: IdempotentCall, error: unknown): void {
    const isRefused = error instanceof ApiError && error.code !== 'service_unavailable'
    if (!isRefused) this.#undecided.set(call.requestId, true)
  }

  async end(call: IdempotentCall): Promise<void> {
    const { requestId } = call
    if (this.#undecided.has(requestId)) {
      // The next call of the key finds out at once.
      await this.#update(call, ownedBy(requestId, 'SET lockedUntil = :free', { ':free': 0 }))
      return
    }
    const remove = new DeleteCommand({
      TableName: this.#table,
      Key: idempotencyKey(call),
      ConditionExpression: 'requestId = :own AND isPaid = :false',
      ExpressionAttributeValues: { ':own': requestId, ':false': false },
    })
    try {
      await guarded(this.#client.send(remove))
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      await this.#update(
        call,
        ownedBy(
          requestId,
          'SET lockedUntil = :free, repeats = repeats - :one',
          { ':free': 0, ':one': 1, ':true': true },
          'isPaid = :true AND lockedUntil > :free',
        ),
      )
    }
  }

  async has(record: { accountId: string; recordId: string }): Promise<boolean> {
    const item = await this.#get<RecordItem>(idempotencyKey(record))
    return item !== undefined && readRecord(item).expiresAt > Date.now()
  }

  /** Creates the record unless there is one that counts, which is returned; undefined when it has gone meanwhile. */
  async #create(call: IdempotentCall): Promise<'created' | RecordItem | undefined> {
    const { fingerprint, requestId, mayBeCharged } = call
    const item: RecordItem = {
      fingerprint,
      requestId,
      ...(await this.#lockOf(call)),
      mayBeCharged,
      isPaid: false,
      repeats: 0,
    }
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...idempotencyKey(call), ...item },
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(Date.now() / 1000) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      await guarded(this.#client.send(put))
      return 'created'
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      if (error.old) return plainItem(error.old) as unknown as RecordItem
      return await this.#get<RecordItem>(idempotencyKey(call))
    }
  }

  async #lockOf({ accountId, lockMs, mayBeCharged }: IdempotentCall) {
    const now = Date.now()
    // The charge needs the account's snapshot too, so that reading it here costs nothing.
    const known = mayBeCharged
      ? (this.#accounts.cached(accountId) ?? (await this.#accounts.refresh(accountId)))
      : undefined
    return {
      lockedAt: now,
      lockedUntil: now + Math.ceil(lockMs),
      moves: known?.moves ?? 0,
      expiresAt: Math.ceil(idempotencyExpiry(now) / 1000),
    }
  }

  async #answer(call: IdempotentCall, requestId: string): Promise<Uint8Array | undefined> {
    return (await this.#get<{ answer: Uint8Array }>(keptAnswerKey(call, requestId)))?.answer
  }

  async #get<T>(key: { pk: string; sk: string }): Promise<T | undefined> {
    const get = new GetCommand({ TableName: this.#table, Key: key, ConsistentRead: true })
    return (await guarded(this.#client.send(get))).Item as T | undefined
  }

  /** False when the record is another invocation's by now. */
  async #update(call: IdempotentCall, update: Partial<UpdateCommandInput>): Promise<boolean> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: idempotencyKey(call),
      ...update,
    })
    try {
      await guarded(this.#client.send(command))
      return true
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      return false
    }
  }
}

/** An update of a record whose last invocation is this one, which `:own` names. */
function ownedBy(
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
