import type { DynamoDBDocumentClient, UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { Semaphore } from '#platform/concurrency'
import { unavailable } from '#platform/errors'
import { ConditionFailed, guarded, plainItem } from '#platform/stores/dynamodb'
import { hasEnded, type Job, mayBeUploaded } from '../job.ts'
import { isUploadOver, type JobLimits, limitReached } from '../limits.ts'
import { type JobId, jobRetentionDays, type NewJob } from '../store.ts'
import {
  type CountedJob,
  countUsage,
  printDay,
  type UsageItem,
  usageFields,
  usageKey,
} from './usage-item.ts'

type Change = Pick<UpdateCommandInput, 'UpdateExpression' | 'ConditionExpression'> & {
  names?: Record<string, string>
  values?: Record<string, unknown>
}

/** Milliseconds between two looks at the jobs of an account that is over its limit. */
const reviewMs = 60_000
/** Places freed by one update, whose expression has at most 4 KB. */
const maxFreed = 40
/** Updates tried for one reservation: each failed one was overtaken, or freed places. */
const maxAttempts = 12
const maxConcurrentReads = 16
/** Days after its last change that the item of an account is kept. */
const itemDays = 2 * jobRetentionDays

/**
 * Counts the jobs and bytes of accounts, one item per account (`usage-item.ts`). Each change is one conditional
 * update that a repetition does not make again, so parallel creations never pass a limit. A place frees itself:
 * that of an upload when the upload expires, that of a job whose end was not counted when somebody needs it, by a
 * look at the job.
 */
export class AccountUsage {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  readonly #now: () => number
  readonly #getJob: (id: JobId) => Promise<Job | undefined>

  /** @param getJob Reads a job, consistently. */
  constructor({
    table,
    client,
    now,
    getJob,
  }: {
    table: string
    client: DynamoDBDocumentClient
    now: () => number
    getJob(id: JobId): Promise<Job | undefined>
  }) {
    this.#table = table
    this.#client = client
    this.#now = now
    this.#getJob = getJob
  }

  /**
   * Takes a place for a job that awaits its upload.
   *
   * @throws ApiError `too_many_requests` when the account is at one of the limits.
   */
  async reserve(job: NewJob, limits: JobLimits | undefined): Promise<void> {
    const { accountId, jobId, maxBytes: bytes = 0, uploadExpiresAt } = job
    const place: CountedJob = { bytes, untilMs: Date.parse(uploadExpiresAt!) }
    const conditions = ['attribute_exists(#awaiting)', 'attribute_not_exists(#awaiting.#job)']
    const bounds = limits && {
      ':maxAwaiting': limits.maxAwaiting,
      ':maxRunning': limits.maxRunning,
      ':room': limits.maxBytes - bytes,
    }
    if (bounds)
      conditions.push(
        'size(#awaiting) < :maxAwaiting',
        'size(#running) < :maxRunning',
        '#bytes <= :room',
      )
    const change: Change = {
      UpdateExpression:
        'SET #awaiting.#job = :place, #bytes = #bytes + :bytes, expiresAt = :expires',
      ConditionExpression: conditions.join(' AND '),
      names: {
        '#awaiting': 'awaiting',
        '#bytes': 'bytes',
        '#job': jobId,
        ...(bounds && { '#running': 'running' }),
      },
      values: { ...bounds, ':place': place, ':bytes': bytes },
    }
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const old = await this.#update(accountId, change)
      if (old === 'changed' || old?.awaiting[jobId]) return
      if (!old) await this.#createItem(accountId)
      else if (!(await this.#free(accountId, old)) && limits) {
        const refusal = limitReached(countUsage(old), bytes, limits)
        if (refusal && !(await this.#review(accountId, old))) throw refusal
      }
    }
    throw unavailable(new Error('the usage of the account changes too fast'))
  }

  /** Frees the place of an upload that ended. */
  async cancelReservation({ accountId, jobId, maxBytes = 0 }: NewJob | Job): Promise<void> {
    await this.#update(accountId, {
      UpdateExpression:
        'SET #bytes = #bytes - :reserved, expiresAt = :expires REMOVE #awaiting.#job',
      ConditionExpression: '#awaiting.#job.#bytes = :reserved',
      names: { '#awaiting': 'awaiting', '#bytes': 'bytes', '#job': jobId },
      values: { ':reserved': maxBytes },
    })
  }

  /** Counts a job that has its file, in place of its upload. */
  async start(job: Job): Promise<void> {
    const { accountId, jobId, maxBytes = 0, inputBytes = 0 } = job
    const untilMs = Date.parse(job.createdAt) + jobRetentionDays * 86_400_000
    const place: CountedJob = { bytes: inputBytes, untilMs }
    const names = {
      '#awaiting': 'awaiting',
      '#running': 'running',
      '#bytes': 'bytes',
      '#job': jobId,
    }
    const moved = await this.#update(accountId, {
      UpdateExpression:
        'SET #running.#job = :place, #bytes = #bytes + :more, expiresAt = :expires REMOVE #awaiting.#job',
      ConditionExpression: '#awaiting.#job.#bytes = :reserved',
      names,
      values: { ':place': place, ':more': inputBytes - maxBytes, ':reserved': maxBytes },
    })
    if (moved === 'changed' || moved?.running[jobId]) return
    // A dropped file, or an upload whose place had expired.
    if (!moved) await this.#createItem(accountId)
    await this.#update(accountId, {
      UpdateExpression:
        'SET #running.#job = :place, #bytes = #bytes + :bytes, expiresAt = :expires',
      ConditionExpression: 'attribute_exists(#running) AND attribute_not_exists(#running.#job)',
      names: { '#running': 'running', '#bytes': 'bytes', '#job': jobId },
      values: { ':place': place, ':bytes': inputBytes },
    })
    // It may have ended between the two.
    const now = await this.#getJob(job)
    if (now && hasEnded(now)) await this.end(now)
  }

  /** Frees the place of a job that ends; its files count until they are deleted. */
  async end(job: Job): Promise<void> {
    const { accountId, jobId, inputBytes = 0, result } = job
    // The place of an upload that may still come is freed when its link ends.
    if (mayBeUploaded(job)) return
    if (job.inputEtag === undefined) return await this.cancelReservation(job)
    const day = printDay(Date.parse(job.createdAt) + jobRetentionDays * 86_400_000)
    const more = result?.bytes ?? 0
    await this.#update(accountId, {
      UpdateExpression:
        'SET #bytes = #bytes + :more, #days.#day = if_not_exists(#days.#day, :none) + :kept, expiresAt = :expires REMOVE #running.#job',
      ConditionExpression: 'attribute_exists(#running.#job)',
      names: {
        '#running': 'running',
        '#bytes': 'bytes',
        '#days': 'days',
        '#day': day,
        '#job': jobId,
      },
      values: { ':more': more, ':kept': inputBytes + more, ':none': 0 },
    })
  }

  /** Frees what has expired: places, and the bytes of days whose files are deleted. False when nothing has. */
  async #free(accountId: string, { awaiting, running, days }: UsageItem): Promise<boolean> {
    const nowMs = this.#now()
    const expired = [
      ...Object.entries(awaiting)
        .filter(([, { untilMs }]) => isUploadOver(untilMs, nowMs))
        .map(([name, { bytes }]) => ({ path: ['awaiting', name], size: '.#bytes', bytes })),
      ...Object.entries(running)
        .filter(([, { untilMs }]) => untilMs <= nowMs)
        .map(([name, { bytes }]) => ({ path: ['running', name], size: '.#bytes', bytes })),
      ...Object.entries(days)
        .filter(([day]) => day < printDay(nowMs))
        .map(([name, bytes]) => ({ path: ['days', name], size: '', bytes })),
    ].slice(0, maxFreed)
    if (expired.length === 0) return false
    const paths = expired.map(({ path }, i) => `#${path[0]}.#p${i}`)
    await this.#update(accountId, {
      UpdateExpression: `SET #bytes = #bytes - :freed, expiresAt = :expires REMOVE ${paths.join(', ')}`,
      // Another call may have freed some of them.
      ConditionExpression: expired
        .map(({ size }, i) => `${paths[i]}${size} = :b${i}`)
        .join(' AND '),
      names: {
        '#bytes': 'bytes',
        ...Object.fromEntries(expired.map(({ path: [map] }) => [`#${map}`, map!])),
        ...Object.fromEntries(expired.map(({ path: [, name] }, i) => [`#p${i}`, name!])),
      },
      values: {
        ':freed': expired.reduce((sum, { bytes }) => sum + bytes, 0),
        ...Object.fromEntries(expired.map(({ bytes }, i) => [`:b${i}`, bytes])),
      },
    })
    return true
  }

  /**
   * Gives back the places of jobs that have ended without doing so, for their process was killed in between. False
   * when that was looked for within the last minute, so that refused callers cost no reads.
   */
  async #review(accountId: string, old: UsageItem): Promise<boolean> {
    const nowMs = this.#now()
    const isMine = await this.#update(accountId, {
      UpdateExpression: 'SET reviewedMs = :now, expiresAt = :expires',
      ConditionExpression: 'reviewedMs <= :before OR reviewedMs > :now',
      values: { ':now': nowMs, ':before': nowMs - reviewMs },
    })
    if (isMine !== 'changed') return false
    const semaphore = new Semaphore(maxConcurrentReads)
    await Promise.all(
      Object.keys({ ...old.awaiting, ...old.running }).map((jobId) =>
        semaphore.run(async () => {
          const job = await this.#getJob({ accountId, jobId })
          if (job && hasEnded(job)) await this.end(job)
          else if (job?.inputEtag !== undefined) await this.start(job)
        }),
      ),
    )
    return true
  }

  async #createItem(accountId: string): Promise<void> {
    const put = new PutCommand({
      TableName: this.#table,
      Item: {
        ...usageKey(accountId),
        awaiting: {},
        running: {},
        days: {},
        bytes: 0,
        reviewedMs: 0,
        expiresAt: this.#expiresAt(),
      },
      ConditionExpression: 'attribute_not_exists(accountId)',
    })
    try {
      await guarded(this.#client.send(put))
    } catch (error) {
      // Another call has written it meanwhile.
      if (!(error instanceof ConditionFailed)) throw error
    }
  }

  /** `changed`, or the item on which the condition failed; `undefined` when there is none. */
  async #update(
    accountId: string,
    { names, values, ...expressions }: Change,
  ): Promise<'changed' | UsageItem | undefined> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: usageKey(accountId),
      ...expressions,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ...values, ':expires': this.#expiresAt() },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      await guarded(this.#client.send(command))
      return 'changed'
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      return error.old ? usageFields(plainItem(error.old)) : await this.#read(accountId)
    }
  }

  async #read(accountId: string): Promise<UsageItem | undefined> {
    const get = new GetCommand({
      TableName: this.#table,
      Key: usageKey(accountId),
      ConsistentRead: true,
    })
    const { Item } = await guarded(this.#client.send(get))
    return Item && usageFields(Item)
  }

  #expiresAt(): number {
    return Math.floor(this.#now() / 1000) + itemDays * 86_400
  }
}
