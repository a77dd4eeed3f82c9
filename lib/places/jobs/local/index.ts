import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { unavailable } from '#platform/errors'
import {
  type DatabaseFile,
  findDamage as damageOf,
  openDatabase,
  runTransaction,
  toFault,
} from '#platform/stores/sqlite'
import { hasEnded, type Job, type RowCounts } from '../job.ts'
import { calculateLatestUploadMs, checkLimits, type JobLimits } from '../limits.ts'
import { type JobId, jobRetentionDays, type NewJob, type Transition } from '../store.ts'
import { describeJobsFile } from './database.ts'
import type { LocalJobStore } from './port.ts'
import { parseJobRow } from './rows.ts'
import { formatStates, statements } from './statements.ts'

export type { LocalJobStore } from './port.ts'

/** Returns the fault of the jobs file, if any. */
export function findDamage(path: string): Error | undefined {
  return damageOf(describeJobsFile(path))
}

/**
 * Opens the job store of a laptop: one SQLite file, shared by the workers of the local server, the runners and the
 * command line. Throws `ApiError` `service_unavailable` when the file cannot be used.
 *
 * @param now Returns Unix milliseconds; replaced in tests.
 */
export function openLocalJobs(path: string, now: () => number = Date.now): LocalJobStore {
  try {
    return new LocalJobs(path, now)
  } catch (error) {
    throw unavailable(error)
  }
}

class LocalJobs implements LocalJobStore {
  readonly #layout: DatabaseFile
  readonly #database: DatabaseSync
  readonly #sql: Record<keyof typeof statements, StatementSync>
  readonly #now: () => number

  constructor(path: string, now: () => number) {
    this.#layout = describeJobsFile(path)
    this.#now = now
    const database = openDatabase(this.#layout)
    this.#database = database
    this.#sql = Object.fromEntries(
      Object.entries(statements).map(([name, sql]) => [name, database.prepare(sql)]),
    ) as Record<keyof typeof statements, StatementSync>
  }

  async create(job: NewJob, limits?: JobLimits) {
    const { accountId, jobId, keyId, region, inputKey, pricePerRow, createdAt } = job
    return this.#write(() => {
      const nowMs = this.#now()
      if (limits && !this.#find(job)) this.#requireCapacity(job, limits, nowMs)
      this.#sql.removeExpired.run({ accountId, jobId, nowMs })
      this.#sql.removeExpiredLeases.run({ nowMs })
      this.#sql.insert.run({
        accountId,
        jobId,
        keyId,
        region,
        request: JSON.stringify(job.request),
        inputKey,
        pricePerRow,
        createdAt,
        uploadExpiresAt: job.uploadExpiresAt ?? null,
        maxBytes: job.maxBytes ?? null,
        expiresMs: nowMs + jobRetentionDays * 86_400_000,
      })
      return this.#find(job)!
    })
  }

  async get(id: JobId) {
    return this.#read(() => this.#find(id))
  }

  async list(accountId: string, { limit, before = '~' }: { limit: number; before?: string }) {
    const nowMs = this.#now()
    return this.#read(() =>
      this.#sql.list.all({ accountId, before, limit, nowMs }).map(parseJobRow),
    )
  }

  async claim(claim: Parameters<LocalJobStore['claim']>[0]) {
    const { accountId, jobId, executionId, inputEtag, inputBytes = null } = claim
    return this.#write(() => {
      this.#sql.claim.run({ accountId, jobId, executionId, inputEtag, inputBytes })
      const job = this.#find({ accountId, jobId })
      return job && job.executionId === executionId && !hasEnded(job) ? job : undefined
    })
  }

  async transition({ accountId, jobId, from, to, set = {}, unlessCommitted }: Transition) {
    const { failure, result, committed } = set
    return this.#write(() => {
      const { changes } = this.#sql.transition.run({
        accountId,
        jobId,
        from: formatStates(from),
        to,
        inputEtag: set.inputEtag ?? null,
        totalRows: set.totalRows ?? null,
        chunkCount: set.chunkCount ?? null,
        charged: set.charged ?? null,
        committed: committed === undefined ? null : Number(committed),
        finishedAt: set.finishedAt ?? null,
        failure: failure ? JSON.stringify(failure) : null,
        result: result ? JSON.stringify(result) : null,
        unlessCommitted: Number(unlessCommitted ?? false),
      })
      return changes === 0 ? undefined : this.#find({ accountId, jobId })
    })
  }

  async finishChunk(
    { accountId, jobId }: JobId,
    { index, counts }: { index: number; counts: RowCounts },
  ) {
    const { matched, unmatched, failed } = counts
    return this.#write(() => {
      const id = { accountId, jobId }
      if (this.#find(id)?.state !== 'running') return undefined
      if (this.#sql.addChunk.run({ ...id, chunk: index }).changes > 0) {
        this.#sql.count.run({ ...id, matched, unmatched, failed })
      }
      return this.#find(id)
    })
  }

  async removeExpired(deleteFiles: (job: Job) => Promise<void>) {
    const nowMs = this.#now()
    for (const job of this.#read(() => this.#sql.expired.all({ nowMs }).map(parseJobRow))) {
      await deleteFiles(job)
      const { accountId, jobId } = job
      this.#write(() => this.#sql.removeExpired.run({ accountId, jobId, nowMs }))
    }
  }

  async unfinished() {
    const nowMs = this.#now()
    return this.#read(() => this.#sql.unfinished.all({ nowMs }).map(parseJobRow))
  }

  async lease({ jobId, owner, seconds }: { jobId: string; owner: string; seconds: number }) {
    return this.#write(() => {
      const nowMs = this.#now()
      const ms = Math.round(seconds * 1000)
      const lease = { jobId, owner, nowMs, untilMs: nowMs + ms, latestMs: nowMs + 2 * ms }
      return this.#sql.lease.run(lease).changes > 0
    })
  }

  async renew({ jobId, owner, seconds }: { jobId: string; owner: string; seconds: number }) {
    return this.#write(() => {
      const untilMs = this.#now() + Math.round(seconds * 1000)
      return this.#sql.renew.run({ jobId, owner, untilMs }).changes > 0
    })
  }

  async release({ jobId, owner }: { jobId: string; owner: string }) {
    this.#write(() => this.#sql.release.run({ jobId, owner }))
  }

  close() {
    if (this.#database.isOpen) this.#database.close()
  }

  /** Throws `too_many_requests` when the account is at a limit. */
  #requireCapacity({ accountId, maxBytes = 0 }: NewJob, limits: JobLimits, nowMs: number): void {
    const now = new Date(nowMs).toISOString()
    const latest = new Date(calculateLatestUploadMs(nowMs)).toISOString()
    const { awaiting, running, bytes } = this.#sql.usage.get({ accountId, now, latest, nowMs })!
    const usage = { awaiting: Number(awaiting), running: Number(running), bytes: Number(bytes) }
    const refusal = checkLimits(usage, maxBytes, limits)
    if (refusal) throw refusal
  }

  #find({ accountId, jobId }: JobId): Job | undefined {
    const row = this.#sql.get.get({ accountId, jobId, nowMs: this.#now() })
    return row && parseJobRow(row)
  }

  /** Runs `work` as one transaction. Throws `service_unavailable` for a fault of the file. */
  #write<T>(work: () => T): T {
    return this.#read(() => runTransaction(this.#database, work))
  }

  #read<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw toFault(error, this.#layout)
    }
  }
}
