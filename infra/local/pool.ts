import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Bounds, LatLon } from '#ground/geo'
import { makeProcessOptions } from '../../functions/process-options.ts'
import { renderGatewayResponse } from './invoke.ts'
import { readMachineMs } from './machine-clock.ts'
import {
  countHeavyWorkers,
  findLeastLoaded,
  type ScheduledCall,
  Scheduler,
  type WorkerLoad,
} from './scheduler.ts'
import type { FromWorker, ToWorker } from './worker.ts'

/** Milliseconds after which the gateway abandons a call, as API Gateway does. */
const integrationTimeoutMs = 29_000
/**
 * Milliseconds before the timeout within which a worker charges nothing, because the answer might not arrive in time.
 */
const deliveryMarginMs = 1_000
/**
 * Milliseconds that a call waits for its turn before it gets 504: later there would be too little time for its work.
 */
const maxQueueMs = 20_000
/** Milliseconds that a worker may take for a health check; its engine is already open. */
const healthTimeoutMs = 5_000
/** Milliseconds that a call waits for the replacement of a crashed worker before it gets 503. */
const replacementWaitMs = 10_000
/** Milliseconds before the next start of a worker that keeps crashing. */
const restartDelaysMs = [0, 200, 1000, 5000]

interface Pending {
  requestId: string
  /** Absent for a health check, which is not queued. */
  call?: ScheduledCall
  timer: NodeJS.Timeout
  resolve(response: APIGatewayProxyResult): void
}

interface Worker extends WorkerLoad {
  process: ChildProcess
  generation: number
  isReady: boolean
  isDraining: boolean
  pending: Map<number, Pending>
  /** Bytes of memory that the worker used when it became ready. */
  firstBytes: number
  /** Whether another worker is starting in its place, because it uses too much memory. */
  isReplaced: boolean
}

/**
 * Minimum growth since it was ready of a worker that is replaced for its memory, as a share. Without it, a worker would
 * be replaced again and again in a region that needs more than the limit.
 */
const minGrowth = 0.25

export interface WorkerPoolOptions {
  /** Number of workers. */
  size: number
  environment: NodeJS.ProcessEnv
  /** Bytes of memory above which a worker is replaced when its calls are done. */
  maxWorkerBytes: number
  /** Writes a line to the terminal. */
  log?(line: string): void
}

/** Niceness of workers with heavy calls, so that the others get processor time. */
const heavyNiceness = 5

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, heavyNiceness)
  } catch {
    // The process has ended, or the system does not allow it.
  }
}

/**
 * Worker processes that share the calls. When one dies, its calls in flight get 503 and it is replaced. {@link
 * replaceAll} replaces all workers without losing a call.
 */
export class WorkerPool {
  #workers = new Set<Worker>()
  #generation = 0
  #callId = 0
  #crashes = 0
  #hasStarted = false
  #isStopped = false
  /** Calls that wait for a worker to become ready. */
  #waiting = new Set<() => void>()
  readonly #size: number
  readonly #environment: NodeJS.ProcessEnv
  readonly #maxWorkerBytes: number
  readonly #log: (line: string) => void
  /** Number of workers replaced because of their memory. */
  #replacedCount = 0
  readonly #scheduler = new Scheduler<Worker>({ workers: () => this.#stayingWorkers })

  constructor({ size, environment, maxWorkerBytes, log = () => {} }: WorkerPoolOptions) {
    this.#size = size
    this.#environment = environment
    this.#maxWorkerBytes = maxWorkerBytes
    this.#log = log
  }

  get replacedCount(): number {
    return this.#replacedCount
  }

  get #stayingWorkers(): Worker[] {
    return [...this.#workers].filter((worker) => !worker.isDraining)
  }

  get readyCount(): number {
    return this.#stayingWorkers.filter(({ isReady }) => isReady).length
  }

  /** Starts the workers. Resolves when the first is ready; rejects when none can start. */
  async start(): Promise<void> {
    const started = Array.from({ length: this.#size }, () => this.#startWorker())
    await Promise.any(started).catch((error: AggregateError) => {
      throw error.errors[0]
    })
    this.#hasStarted = true
  }

  /**
   * Starts new workers, which open the published build, and lets the old ones finish. When the new ones cannot start,
   * the old ones stay.
   */
  async replaceAll(): Promise<void> {
    this.#generation++
    try {
      await Promise.all(Array.from({ length: this.#size }, () => this.#startWorker()))
    } catch (error) {
      for (const worker of this.#workers) {
        if (worker.generation === this.#generation) this.#drain(worker)
      }
      this.#generation--
      throw error
    }
    for (const worker of this.#workers) {
      if (worker.generation < this.#generation) this.#drain(worker)
    }
  }

  /** Lets the calls in flight finish, then ends the workers. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const ends = [...this.#workers].map(
      (worker) => new Promise<void>((resolve) => worker.process.once('exit', () => resolve())),
    )
    for (const worker of this.#workers) this.#drain(worker)
    await Promise.all(ends)
  }

  /** Ends the workers immediately. */
  kill(): void {
    this.#isStopped = true
    for (const worker of this.#workers) worker.process.kill('SIGKILL')
  }

  /**
   * Lets a worker answer when it is the account's turn. The wait counts towards the timeout. `hungUp` is aborted when
   * the caller hangs up: then nothing is charged.
   */
  async call(
    operation: string,
    event: APIGatewayProxyEvent,
    { call, body, hungUp }: { call: ScheduledCall; body: Buffer; hungUp: AbortSignal },
  ): Promise<APIGatewayProxyResult> {
    const { requestId } = event.requestContext
    const giveUpAt = readMachineMs() + integrationTimeoutMs
    if (this.readyCount === 0 && !(await this.#awaitReplacement())) {
      return renderGatewayResponse('INTEGRATION_FAILURE', { requestId })
    }
    const late = AbortSignal.timeout(maxQueueMs)
    const worker = await this.#scheduler.acquire(call, AbortSignal.any([late, hungUp]))
    if (!worker) return renderGatewayResponse('INTEGRATION_TIMEOUT', { requestId })
    const id = ++this.#callId
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#giveUp(worker, id), giveUpAt - readMachineMs())
      worker.pending.set(id, { requestId, call, timer, resolve })
      const answerBy = giveUpAt - deliveryMarginMs
      this.#send(worker, { type: 'call', id, operation, event, body, answerBy })
      const abandon = () => {
        if (worker.pending.has(id)) this.#send(worker, { type: 'abandon', id })
      }
      if (hungUp.aborted) abandon()
      else hungUp.addEventListener('abort', abandon, { once: true })
    })
  }

  /** Returns the answer of the health function in one of the workers; `undefined` after a timeout. */
  async checkHealth(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult | undefined> {
    const worker = this.#pickLeastLoaded()
    if (!worker) return undefined
    const id = ++this.#callId
    const { requestId } = event.requestContext
    const timedOut = renderGatewayResponse('INTEGRATION_TIMEOUT', { requestId })
    const answer = await new Promise<APIGatewayProxyResult>((resolve) => {
      // Unlike after a late call, the worker is not replaced: it may only be busy.
      const timer = setTimeout(() => this.#settle(worker, id, timedOut), healthTimeoutMs)
      worker.pending.set(id, { requestId, timer, resolve })
      this.#send(worker, { type: 'health', id, event })
    })
    return answer === timedOut ? undefined : answer
  }

  /** Returns two locations with a route between them, for the greeting. */
  async findExample(region: string, bounds: Bounds): Promise<LatLon[] | undefined> {
    const worker = this.#pickLeastLoaded()
    if (!worker) return undefined
    return new Promise((resolve) => {
      worker.process.on('message', (message: FromWorker) => {
        if (message.type === 'example') resolve(message.locations)
      })
      worker.process.once('exit', () => resolve(undefined))
      this.#send(worker, { type: 'example', region, bounds })
    })
  }

  #pickLeastLoaded(): Worker | undefined {
    return findLeastLoaded(this.#stayingWorkers)
  }

  /** Waits for a worker to become ready. Resolves to undefined after a timeout. */
  async #awaitReplacement(): Promise<Worker | undefined> {
    if (!this.#hasStarted || this.#isStopped) return undefined
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, replacementWaitMs)
      this.#waiting.add(done)
    })
    return this.#pickLeastLoaded()
  }

  #startWorker(takesHeavy = this.#lacksHeavy()): Promise<void> {
    const child = fork(new URL('./worker.ts', import.meta.url), {
      ...makeProcessOptions(this.#environment),
      // Sends bodies as bytes instead of text inside JSON.
      serialization: 'advanced',
    })
    const worker: Worker = {
      calls: 0,
      heavy: 0,
      takesHeavy,
      process: child,
      generation: this.#generation,
      isReady: false,
      isDraining: false,
      pending: new Map(),
      firstBytes: 0,
      isReplaced: false,
    }
    this.#workers.add(worker)
    if (worker.takesHeavy && this.#size > 1) lowerPriority(child)
    return new Promise((resolve, reject) => {
      child.on('message', (message: FromWorker) => {
        if (message.type === 'ready') {
          worker.isReady = true
          for (const proceed of this.#waiting) proceed()
          this.#scheduler.dispatch()
          resolve()
        } else if (message.type === 'failed') {
          reject(new Error(message.message))
        } else if (message.type === 'memory') {
          this.#watchMemory(worker, message.heldBytes)
        } else if (message.type === 'answer') {
          this.#settle(worker, message.id, message.response)
        }
      })
      child.once('error', reject)
      child.once('exit', () => {
        this.#handleExit(worker)
        reject(new Error('a worker process ended before it was ready'))
      })
    })
  }

  /** Whether too few workers of this generation take heavy calls. */
  #lacksHeavy(): boolean {
    const own = this.#stayingWorkers.filter(({ generation }) => generation === this.#generation)
    return own.filter(({ takesHeavy }) => takesHeavy).length < countHeavyWorkers(this.#size)
  }

  #handleExit(worker: Worker): void {
    this.#workers.delete(worker)
    for (const [id, { requestId }] of worker.pending) {
      this.#settle(worker, id, renderGatewayResponse('INTEGRATION_FAILURE', { requestId }))
    }
    this.#scheduler.dispatch()
    if (this.#isStopped || worker.isDraining || worker.isReplaced) return
    if (worker.generation < this.#generation) return
    if (worker.isReady) this.#crashes = 0
    const delay = restartDelaysMs[Math.min(this.#crashes++, restartDelaysMs.length - 1)]
    setTimeout(() => {
      if (!this.#isStopped) this.#startWorker().catch(() => {})
    }, delay)
  }

  /**
   * Replaces a worker that uses too much memory, one at a time. Another worker starts first, then this one finishes its
   * calls.
   */
  #watchMemory(worker: Worker, heldBytes: number): void {
    if (!worker.isReady) {
      worker.firstBytes = heldBytes
      return
    }
    const isOver =
      heldBytes > this.#maxWorkerBytes && heldBytes > (1 + minGrowth) * worker.firstBytes
    if (!isOver || worker.isDraining || this.#isStopped) return
    if ([...this.#workers].some(({ isReplaced, isReady }) => isReplaced || !isReady)) return
    worker.isReplaced = true
    const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
    this.#log(
      `A worker holds ${megabytes(heldBytes)}, over the limit of ${megabytes(this.#maxWorkerBytes)}: it is replaced`,
    )
    this.#startWorker(worker.takesHeavy).then(
      () => {
        this.#replacedCount++
        if (!worker.isDraining) this.#drain(worker, true)
      },
      () => {
        // It stays, unless it has ended meanwhile.
        worker.isReplaced = false
        if (!this.#workers.has(worker)) this.#handleExit(worker)
      },
    )
  }

  #giveUp(worker: Worker, id: number): void {
    const requestId = worker.pending.get(id)?.requestId
    this.#settle(worker, id, renderGatewayResponse('INTEGRATION_TIMEOUT', { requestId }))
    // The engine cannot be interrupted: the thread of this call is lost until its process ends.
    setTimeout(() => worker.process.kill('SIGKILL'), integrationTimeoutMs).unref()
    if (worker.isDraining) return
    this.#drain(worker)
    this.#startWorker().catch(() => {})
  }

  #settle(worker: Worker, id: number, response: APIGatewayProxyResult): void {
    const pending = worker.pending.get(id)
    if (!pending) return
    worker.pending.delete(id)
    if (pending.call) this.#scheduler.release(worker, pending.call)
    clearTimeout(pending.timer)
    pending.resolve(response)
  }

  #drain(worker: Worker, overMemory = false): void {
    worker.isDraining = true
    this.#scheduler.dispatch()
    this.#send(worker, { type: 'stop', overMemory })
  }

  #send(worker: Worker, message: ToWorker): void {
    // A worker that has just died receives no messages; its exit settles its calls.
    if (worker.process.connected) worker.process.send(message, () => {})
  }
}
