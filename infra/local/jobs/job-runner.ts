import { randomUUID } from 'node:crypto'
import {
  type Chunk,
  deleteJobFiles,
  hasEnded,
  identifyJob,
  type Job,
  type LocalJobStore,
  paymentDays,
  summarizeJob,
} from '#places/jobs'
import { runOnBehalf } from '#platform/concurrency'
import type { Storage } from '#platform/storage'
import { Inbox } from './inbox.ts'
import { executionId, runJob, type Steps } from './run-job.ts'

/** Milliseconds between polls of the folder. */
const pollMs = 1000
/** Seconds after which the lease of a killed runner expires. */
const leaseSeconds = 10
/** Milliseconds before a job that waits for a top-up is planned again. */
const paymentPollMs = 10_000
/** Milliseconds between removals of jobs whose retention has ended. */
const expiryMs = 3_600_000

export interface JobRunnerOptions {
  jobs: LocalJobStore
  files: Storage
  /** `CAIRN_HOME`, the parent of the folder `jobs/`. */
  home: string
  steps: Steps
  /** Number of processes that work on chunks. */
  processes: number
  /** Writes a line about a job to the terminal. */
  log(line: string): void
}

/**
 * Runs the jobs of this machine: uploads, and files in the folder `jobs/in/`. Several runners can share a folder: a
 * lease keeps them from working on the same job at the same time. A job that was interrupted, even by SIGKILL, is
 * resumed from its last finished chunk.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #owner = randomUUID()
  readonly #inbox: Inbox
  readonly #stopping = new AbortController()
  /** Jobs in progress in this process, by input key. */
  readonly #running = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #expiryTimer: NodeJS.Timeout | undefined
  #isPolling = false

  constructor(options: JobRunnerOptions) {
    this.#options = options
    this.#inbox = new Inbox(options.home)
  }

  /** Removes expired jobs, resumes interrupted ones, and watches the folder. */
  async start(): Promise<void> {
    await this.#removeExpired()
    this.#expiryTimer = setInterval(() => void this.#removeExpired(), expiryMs).unref()
    for (const { inputKey } of await this.#options.jobs.unfinished()) this.submit(inputKey)
    this.#timer = setInterval(() => void this.#poll(), pollMs)
  }

  /** Runs the job of an input, unless it is in progress or has ended. Resolves when it is settled. */
  submit(key: string): Promise<void> {
    const known = this.#running.get(key)
    if (known) return known
    const running = this.#run(key)
      .catch((error: Error) => {
        if (!this.#stopping.signal.aborted)
          this.#options.log(`The job of ${key} stopped: ${error.message}`)
      })
      .finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  /** Stops at once; the next start resumes the jobs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    clearInterval(this.#expiryTimer)
    this.#stopping.abort(new Error('the server stops'))
    await Promise.all(this.#running.values())
  }

  async #removeExpired(): Promise<void> {
    const { jobs, files, log } = this.#options
    try {
      await jobs.removeExpired((job) => deleteJobFiles(files, job))
    } catch (error) {
      log(`Expired jobs were not removed: ${(error as Error).message}`)
    }
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      for (const key of await this.#inbox.poll()) void this.submit(key)
    } finally {
      this.#isPolling = false
    }
  }

  async #run(key: string): Promise<void> {
    const { jobs, log } = this.#options
    const id = await identifyJob(this.#options.files, key)
    if (!id) return
    const { jobId } = id
    const before = await jobs.get(id)
    if (before && hasEnded(before)) return
    const lease = { jobId, owner: this.#owner, seconds: leaseSeconds }
    if (!(await jobs.lease(lease))) {
      this.#submitLater(key, leaseSeconds * 1000)
      return
    }
    const renewing = setInterval(
      () => {
        jobs.renew(lease).catch(() => {})
      },
      (leaseSeconds * 1000) / 4,
    )
    try {
      const outcome = await runOnBehalf(id.accountId, () => this.#runSteps(key))
      const after = await jobs.get(id)
      if (outcome === 'payment_required') await this.#awaitPayment(key, after?.createdAt)
      if (!after) log(`${key} starts no job: account ${id.accountId} has no key.`)
      else if (after.state !== before?.state) log(formatOutcome(after))
    } finally {
      clearInterval(renewing)
      await jobs.release(lease)
    }
  }

  async #runSteps(key: string): Promise<'ended' | 'payment_required'> {
    const { files, steps, processes } = this.#options
    return await runJob(steps, key, {
      readChunks: async (chunksKey) => {
        const { bytes } = await files.get(chunksKey)
        return JSON.parse(Buffer.from(bytes).toString()) as Chunk[]
      },
      maxConcurrentChunks: processes,
      signal: this.#stopping.signal,
    })
  }

  async #awaitPayment(key: string, createdAt: string | undefined): Promise<void> {
    const waitedMs = Date.now() - Date.parse(createdAt ?? '')
    if (waitedMs < paymentDays * 86_400_000) {
      this.#submitLater(key, paymentPollMs)
      return
    }
    await this.#options.steps.finish({
      key,
      executionId,
      failure: { error: 'payment_required', cause: `no top-up within ${paymentDays} days` },
    })
  }

  #submitLater(key: string, delayMs: number): void {
    setTimeout(() => {
      if (!this.#stopping.signal.aborted) void this.submit(key)
    }, delayMs).unref()
  }
}

/** Formats the outcome of a job for the terminal: `Job job_… of acme: succeeded, 980 of 1,000 rows matched`. */
function formatOutcome(job: Job): string {
  const { state, counts, error } = summarizeJob(job)
  const number = (value: number) => value.toLocaleString('en')
  const rows = `${number(counts.matched)} of ${number(counts.total)} rows matched`
  const line = error?.line === undefined ? '' : `line ${error.line}: `
  const detail = error ? line + error.message : rows
  return `Job ${job.jobId} of ${job.accountId}: ${state}, ${detail}`
}
