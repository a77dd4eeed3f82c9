import { randomUUID } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ConditionFailed, guardRequest, makeClient, toPlainItem } from '#platform/stores/dynamodb'
import { hasEnded, isUploadPossible, type Job } from '../job.ts'
import type { JobLimits } from '../limits.ts'
import { type JobId, type JobStore, jobRetentionDays, type NewJob } from '../store.ts'
import { AccountUsage } from './account-usage.ts'
import { type JobItem, parseJobItem } from './table.ts'
import {
  buildChunkUpdate,
  buildClaimUpdate,
  buildTransitionUpdate,
  type JobUpdate,
} from './updates.ts'

export { makeClient } from '#platform/stores/dynamodb'

export interface JobsTableOptions {
  table: string
  /** Replaces the client from the environment, for tests. */
  client?: DynamoDBDocumentClient
  /** Returns Unix milliseconds; replaced in tests. */
  now?: () => number
}

/** Opens the job store of a deployment: one DynamoDB table with the layout in `table.ts`. */
export function openTableJobs(options: JobsTableOptions): JobStore {
  return new TableJobs(options)
}

class TableJobs implements JobStore {
  readonly #table: string
  readonly #client: DynamoDBDocumentClient
  readonly #now: () => number
  readonly #usage: AccountUsage

  constructor({ table, client = makeClient(), now = Date.now }: JobsTableOptions) {
    this.#table = table
    this.#client = client
    this.#now = now
    this.#usage = new AccountUsage({ table, client, now, getJob: (id) => this.get(id) })
  }

  async create(job: NewJob, limits?: JobLimits): Promise<Job> {
    const { accountId, jobId, keyId, region, request, inputKey, pricePerRow, createdAt } = job
    const item: JobItem = {
      accountId,
      jobId,
      keyId,
      region,
      request,
      inputKey,
      pricePerRow,
      createdAt,
      ...(job.uploadExpiresAt && { uploadExpiresAt: job.uploadExpiresAt }),
      ...(job.maxBytes !== undefined && { maxBytes: job.maxBytes }),
      state: 'awaiting_upload',
      matched: 0,
      unmatched: 0,
      failed: 0,
      charged: 0,
      expiresAt: Math.floor(this.#now() / 1000) + jobRetentionDays * 86_400,
    }
    const put = new PutCommand({
      TableName: this.#table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(jobId)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    // Reserves the slot first: if storing the job fails, the slot expires with the upload.
    if (job.uploadExpiresAt) await this.#usage.reserve(job, limits)
    try {
      await guardRequest(this.#client.send(put))
      return parseJobItem(item)
    } catch (error) {
      const stored = parseJobItem((await this.#itemAfter(job, error)) ?? item)
      if (!isUploadPossible(stored)) await this.#usage.cancelReservation(stored)
      return stored
    }
  }

  async get(id: JobId): Promise<Job | undefined> {
    const item = await this.#item(id)
    return item && this.#isKept(item) ? parseJobItem(item) : undefined
  }

  async list(
    accountId: string,
    { limit, before }: { limit: number; before?: string },
  ): Promise<Job[]> {
    const jobs: Job[] = []
    let start: Record<string, unknown> | undefined
    do {
      const query = new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: `accountId = :account${before === undefined ? '' : ' AND jobId < :before'}`,
        ExpressionAttributeValues: { ':account': accountId, ':before': before },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: limit - jobs.length,
        ExclusiveStartKey: start,
      })
      const page = await guardRequest(this.#client.send(query))
      const items = (page.Items ?? []) as JobItem[]
      jobs.push(...items.filter((item) => this.#isKept(item)).map(parseJobItem))
      start = page.LastEvaluatedKey
    } while (start && jobs.length < limit)
    return jobs
  }

  async claim(claim: Parameters<JobStore['claim']>[0]): Promise<Job | undefined> {
    const { executionId } = claim
    const changed = await this.#change(
      claim,
      buildClaimUpdate(claim),
      (job) =>
        // This run claimed the job before, or the reply to its claim was lost.
        job.executionId === executionId && !hasEnded(job),
    )
    const job = changed && parseJobItem(changed)
    if (job) await this.#usage.start(job)
    return job
  }

  async transition(transition: Parameters<JobStore['transition']>[0]): Promise<Job | undefined> {
    const changedBy = randomUUID()
    const isEnd = hasEnded({ state: transition.to })
    let ended: JobItem | undefined
    const changed = await this.#change(
      transition,
      buildTransitionUpdate(transition, changedBy),
      (job) => {
        if (hasEnded(job)) ended = job
        // The SDK lost the reply to this request and repeated it.
        return job.changedBy === changedBy
      },
    )
    // Also for a repetition: the process that ended the job may have died before it counted the end.
    const last = changed ?? ended
    if (isEnd && last && hasEnded(last)) await this.#usage.end(parseJobItem(last))
    return changed && parseJobItem(changed)
  }

  async finishChunk(
    id: JobId,
    { index, counts }: Parameters<JobStore['finishChunk']>[1],
  ): Promise<Job | undefined> {
    const changed = await this.#change(
      id,
      buildChunkUpdate(index, counts),
      ({ state, doneChunks }) => state === 'running' && (doneChunks?.has(index) ?? false),
    )
    return changed && parseJobItem(changed)
  }

  close(): void {
    this.#client.destroy()
  }

  /**
   * Sends a conditional update and returns the updated item. When the condition fails, returns the current item if
   * `isDone` finds that the change was already made, else `undefined`.
   */
  async #change(
    { accountId, jobId }: JobId,
    update: JobUpdate,
    isDone: (item: JobItem) => boolean,
  ): Promise<JobItem | undefined> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: { accountId, jobId },
      ...update,
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      return (await guardRequest(this.#client.send(command))).Attributes as JobItem
    } catch (error) {
      const item = await this.#itemAfter({ accountId, jobId }, error)
      return item && isDone(item) ? item : undefined
    }
  }

  /** Returns the item that failed a condition; rethrows other errors. */
  async #itemAfter(id: JobId, error: unknown): Promise<JobItem | undefined> {
    if (!(error instanceof ConditionFailed)) throw error
    return error.old ? (toPlainItem(error.old) as unknown as JobItem) : this.#item(id)
  }

  async #item({ accountId, jobId }: JobId): Promise<JobItem | undefined> {
    const get = new GetCommand({
      TableName: this.#table,
      Key: { accountId, jobId },
      ConsistentRead: true,
    })
    return (await guardRequest(this.#client.send(get))).Item as JobItem | undefined
  }

  /** Checks that an item has not expired: DynamoDB deletes expired items days later. */
  #isKept({ expiresAt }: JobItem): boolean {
    return expiresAt * 1000 > this.#now()
  }
}
