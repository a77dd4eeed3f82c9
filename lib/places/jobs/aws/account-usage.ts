import type { DynamoDBDocumentClient, UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { Semaphore } from '#platform/concurrency'
import { unavailable } from '#platform/errors'
import { ConditionFailed, guardRequest, toPlainItem } from '#platform/stores/dynamodb'
import { hasEnded, isUploadPossible, type Job } from '../job.ts'
import { checkLimits, isUploadOver, type JobLimits } from '../limits.ts'
import { type JobId, jobRetentionDays, type NewJob } from '../store.ts'
import {
  type CountedJob,
  countUsage,
  formatDay,
  makeUsageKey,
  pickUsage,
  type UsageItem,
} from './usage-item.ts'

type Change = Pick<UpdateCommandInput, 'UpdateExpression' | 'ConditionExpression'> & {
  names?: Record<string, string>
  values?: Record<string, unknown>
}

/** Minimum milliseconds between two reviews of an account that is at a limit. */
const reviewMs = 60_000
/** Slots freed by one update. Its expression is limited to 4 KB. */
const maxFreed = 40
/** Updates tried for one reservation. Each failed one was overtaken by another call, or freed slots. */
const maxAttempts = 12
const maxConcurrentReads = 16
/** Days that the item of an account is kept after its last change. */
const itemDays = 2 * jobRetentionDays

/**
 * Counts the jobs and bytes of accounts, in one item per account (`usage-item.ts`). Each change is one conditional
 * update that has no effect when repeated, so parallel creations never exceed a limit. Slots free themselves: an upload
 * frees its slot when it expires. A job whose end was not counted frees its slot when the account reaches a limit and
 * its jobs are reviewed.
 */
export class AccountUsage {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  readonly #now: () => number
  readonly #getJob: (id: JobId) => Promise<Job | undefined>

  /** @param getJob Reads a job consistently. */
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
   * Reserves a slot for a job that awaits its upload.
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
        const refusal = checkLimits(countUsage(old), bytes, limits)
        if (refusal && !(await this.#review(accountId, old))) throw refusal
      }
    }
    throw unavailable(new Error('the usage of the account changes too fast'))
  }

  /** Frees the slot of an upload that has ended. */
  async cancelReservation({ accountId, jobId, maxBytes = 0 }: NewJob | Job): Promise<void> {
    await this.#update(accountId, {
      UpdateExpression:
        'SET #bytes = #bytes - :reserved, expiresAt = :expires REMOVE #awaiting.#job',
      ConditionExpression: '#awaiting.#job.#bytes = :reserved',
      names: { '#awaiting': 'awaiting', '#bytes': 'bytes', '#job': jobId },
      values: { ':reserved': maxBytes },
    })
  }

  /** Counts a job that has its file as running, and no longer as awaiting its upload. */
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
    // A dropped file, or an upload whose slot had expired.
    if (!moved) await this.#createItem(accountId)
    await this.#update(accountId, {
      UpdateExpression:
        'SET #running.#job = :place, #bytes = #bytes + :bytes, expiresAt = :expires',
      ConditionExpression: 'attribute_exists(#running) AND attribute_not_exists(#running.#job)',
      names: { '#running': 'running', '#bytes': 'bytes', '#job': jobId },
      values: { ':place': place, ':bytes': inputBytes },
    })
    // The job may have ended between the two updates.
    const now = await this.#getJob(job)
    if (now && hasEnded(now)) await this.end(now)
  }

  /** Frees the slot of a job that ends. Its files count until they are deleted. */
  async end(job: Job): Promise<void> {
    const { accountId, jobId, inputBytes = 0, result } = job
    // The slot of an upload that may still arrive is freed when its link expires.
    if (isUploadPossible(job)) return
    if (job.inputEtag === undefined) return await this.cancelReservation(job)
    const day = formatDay(Date.parse(job.createdAt) + jobRetentionDays * 86_400_000)
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

  /** Frees expired slots, and the bytes of days whose files are deleted. Returns false when nothing has expired. */
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
        .filter(([day]) => day < formatDay(nowMs))
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
   * Corrects the slots of jobs whose start or end was not counted because their process was killed in between. Returns
   * false when the account was reviewed within the last minute, so that refused callers cost no reads.
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
        ...makeUsageKey(accountId),
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
      await guardRequest(this.#client.send(put))
    } catch (error) {
      // Another call has created it in the meantime.
      if (!(error instanceof ConditionFailed)) throw error
    }
  }

  /**
   * Sends a conditional update. Returns `changed`, or the item that failed the condition; `undefined` if the item does
   * not exist.
   */
  async #update(
    accountId: string,
    { names, values, ...expressions }: Change,
  ): Promise<'changed' | UsageItem | undefined> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: makeUsageKey(accountId),
      ...expressions,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ...values, ':expires': this.#expiresAt() },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      await guardRequest(this.#client.send(command))
      return 'changed'
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error
      return error.old ? pickUsage(toPlainItem(error.old)) : await this.#read(accountId)
    }
  }

  async #read(accountId: string): Promise<UsageItem | undefined> {
    const get = new GetCommand({
      TableName: this.#table,
      Key: makeUsageKey(accountId),
      ConsistentRead: true,
    })
    const { Item } = await guardRequest(this.#client.send(get))
    return Item && pickUsage(Item)
  }

  #expiresAt(): number {
    return Math.floor(this.#now() / 1000) + itemDays * 86_400
  }
}
