import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Bounds, LatLon } from '../../lib/geo/index.ts'
import { gatewayResponse } from './invoke.ts'
import { heavyShare, type Job, leastBusy, Scheduler, type Slots } from './scheduler.ts'
import type { FromWorker, ToWorker } from './worker.ts'

/** Milliseconds after which the gateway gives up on a call, as API Gateway does. */
const integrationTimeoutMs = 29_000
/** Milliseconds before that, from which on a worker charges for no answer: it might not arrive in time. */
const deliveryMarginMs = 1_000
/** Milliseconds a call waits for its turn before it is 504: later its work would hardly be done in time. */
const maxQueueMs = 20_000
/** Milliseconds a worker, which has its engine open, is given for a look at its health. */
const healthTimeoutMs = 5_000
/** Milliseconds a call waits for a crashed worker's replacement before it is 503. */
const replacementWaitMs = 10_000
/** Milliseconds a worker that keeps crashing is given before its next start. */
const restartDelaysMs = [0, 200, 1000, 5000]

interface Pending {
  requestId: string
  /** What the scheduler gave this worker for; a look at its health needs no turn. */
  job?: Job
  timer: NodeJS.Timeout
  resolve(response: APIGatewayProxyResult): void
}

interface Worker extends Slots {
  process: ChildProcess
  generation: number
  ready: boolean
  draining: boolean
  pending: Map<number, Pending>
}

/** Lower than the priority of the other workers, which heavy work would keep from the processors. */
const heavyNiceness = 5

function makeRoom({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, heavyNiceness)
  } catch {
    // Gone already, or not allowed here: then it has the priority of the others.
  }
}

/**
 * Worker processes that share the calls. A worker that dies answers its calls under way with 503 and
 * is replaced; {@link roll} replaces all of them without losing a call.
 */
export class WorkerPool {
  #workers = new Set<Worker>()
  #generation = 0
  #callId = 0
  #crashes = 0
  #started = false
  #stopped = false
  /** Calls that wait for a worker to become ready. */
  #waiting = new Set<() => void>()
  readonly #size: number
  readonly #environment: NodeJS.ProcessEnv
  readonly #scheduler = new Scheduler<Worker>({ workers: () => this.#staying })

  constructor(size: number, environment: NodeJS.ProcessEnv) {
    this.#size = size
    this.#environment = environment
  }

  get #staying(): Worker[] {
    return [...this.#workers].filter((worker) => !worker.draining)
  }

  get readyCount(): number {
    return this.#staying.filter(({ ready }) => ready).length
  }

  /** Starts the workers; resolves when the first is ready, rejects when none can be. */
  async start(): Promise<void> {
    const started = Array.from({ length: this.#size }, () => this.#spawn())
    await Promise.any(started).catch((error: AggregateError) => {
      throw error.errors[0]
    })
    this.#started = true
  }

  /**
   * Starts new workers and lets the old ones finish, so that a new build of the region is picked up.
   * When the new ones cannot start, the old ones stay.
   */
  async roll(): Promise<void> {
    this.#generation++
    try {
      await Promise.all(Array.from({ length: this.#size }, () => this.#spawn()))
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

  /** Lets the calls under way finish, then ends the workers. */
  async stop(): Promise<void> {
    this.#stopped = true
    const ends = [...this.#workers].map(
      (worker) => new Promise<void>((resolve) => worker.process.once('exit', () => resolve())),
    )
    for (const worker of this.#workers) this.#drain(worker)
    await Promise.all(ends)
  }

  /** Ends the workers at once. */
  kill(): void {
    this.#stopped = true
    for (const worker of this.#workers) worker.process.kill('SIGKILL')
  }

  /**
   * Has a worker answer when the turn of the job's account has come; the time it waits counts. `gone` is
   * aborted when the caller has hung up: then nothing is charged.
   */
  async call(
    operation: string,
    event: APIGatewayProxyEvent,
    { job, body, gone }: { job: Job; body: Buffer; gone: AbortSignal },
  ): Promise<APIGatewayProxyResult> {
    const { requestId } = event.requestContext
    const giveUpAt = Date.now() + integrationTimeoutMs
    if (this.readyCount === 0 && !(await this.#replacement())) {
      return gatewayResponse('INTEGRATION_FAILURE', { requestId })
    }
    const late = AbortSignal.timeout(maxQueueMs)
    const worker = await this.#scheduler.acquire(job, AbortSignal.any([late, gone]))
    if (!worker) return gatewayResponse('INTEGRATION_TIMEOUT', { requestId })
    const id = ++this.#callId
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#giveUp(worker, id), giveUpAt - Date.now())
      worker.pending.set(id, { requestId, job, timer, resolve })
      const answerBy = giveUpAt - deliveryMarginMs
      this.#send(worker, { type: 'call', id, operation, event, body, answerBy })
      const abandon = () => {
        if (worker.pending.has(id)) this.#send(worker, { type: 'abandon', id })
      }
      if (gone.aborted) abandon()
      else gone.addEventListener('abort', abandon, { once: true })
    })
  }

  /** What the health function says in one of the workers; `undefined` when none says anything in time. */
  async health(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult | undefined> {
    const worker = this.#leastBusy()
    if (!worker) return undefined
    const id = ++this.#callId
    const { requestId } = event.requestContext
    const silent = gatewayResponse('INTEGRATION_TIMEOUT', { requestId })
    const answer = await new Promise<APIGatewayProxyResult>((resolve) => {
      // Unlike a call that is late, this costs no worker its life: it may only be busy.
      const timer = setTimeout(() => this.#settle(worker, id, silent), healthTimeoutMs)
      worker.pending.set(id, { requestId, timer, resolve })
      this.#send(worker, { type: 'health', id, event })
    })
    return answer === silent ? undefined : answer
  }

  /** Two places of the region with a way between them, for the greeting. */
  async example(bounds: Bounds): Promise<LatLon[] | undefined> {
    const worker = this.#leastBusy()
    if (!worker) return undefined
    return new Promise((resolve) => {
      worker.process.on('message', (message: FromWorker) => {
        if (message.type === 'example') resolve(message.locations)
      })
      worker.process.once('exit', () => resolve(undefined))
      this.#send(worker, { type: 'example', bounds })
    })
  }

  #leastBusy(): Worker | undefined {
    return leastBusy(this.#staying)
  }

  /** The next worker to become ready, or undefined when none does in time. */
  async #replacement(): Promise<Worker | undefined> {
    if (!this.#started || this.#stopped) return undefined
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, replacementWaitMs)
      this.#waiting.add(done)
    })
    return this.#leastBusy()
  }

  #spawn(): Promise<void> {
    const child = fork(new URL('./worker.ts', import.meta.url), {
      env: this.#environment,
      // Bodies go as bytes, not as text inside JSON.
      serialization: 'advanced',
    })
    const worker: Worker = {
      calls: 0,
      heavy: 0,
      takesHeavy: this.#lacksHeavy(),
      process: child,
      generation: this.#generation,
      ready: false,
      draining: false,
      pending: new Map(),
    }
    this.#workers.add(worker)
    if (worker.takesHeavy && this.#size > 1) makeRoom(child)
    return new Promise((resolve, reject) => {
      child.on('message', (message: FromWorker) => {
        if (message.type === 'ready') {
          worker.ready = true
          for (const proceed of this.#waiting) proceed()
          this.#scheduler.dispatch()
          resolve()
        } else if (message.type === 'failed') {
          reject(new Error(message.message))
        } else if (message.type === 'answer') {
          this.#settle(worker, message.id, message.response)
        }
      })
      child.once('error', reject)
      child.once('exit', () => {
        this.#buried(worker)
        reject(new Error('a worker process ended before it was ready'))
      })
    })
  }

  /** Whether too few workers of this generation take heavy calls. */
  #lacksHeavy(): boolean {
    const own = this.#staying.filter(({ generation }) => generation === this.#generation)
    return own.filter(({ takesHeavy }) => takesHeavy).length < heavyShare(this.#size)
  }

  #buried(worker: Worker): void {
    this.#workers.delete(worker)
    for (const [id, { requestId }] of worker.pending) {
      this.#settle(worker, id, gatewayResponse('INTEGRATION_FAILURE', { requestId }))
    }
    this.#scheduler.dispatch()
    if (this.#stopped || worker.draining || worker.generation < this.#generation) return
    if (worker.ready) this.#crashes = 0
    const delay = restartDelaysMs[Math.min(this.#crashes++, restartDelaysMs.length - 1)]
    setTimeout(() => {
      if (!this.#stopped) this.#spawn().catch(() => {})
    }, delay)
  }

  #giveUp(worker: Worker, id: number): void {
    const requestId = worker.pending.get(id)?.requestId
    this.#settle(worker, id, gatewayResponse('INTEGRATION_TIMEOUT', { requestId }))
    // The engine cannot be interrupted: the thread of this call is lost until its process goes.
    if (worker.draining) return
    this.#drain(worker)
    setTimeout(() => worker.process.kill('SIGKILL'), integrationTimeoutMs).unref()
    this.#spawn().catch(() => {})
  }

  #settle(worker: Worker, id: number, response: APIGatewayProxyResult): void {
    const pending = worker.pending.get(id)
    if (!pending) return
    worker.pending.delete(id)
    if (pending.job) this.#scheduler.release(worker, pending.job)
    clearTimeout(pending.timer)
    pending.resolve(response)
  }

  #drain(worker: Worker): void {
    worker.draining = true
    this.#scheduler.dispatch()
    this.#send(worker, { type: 'stop' })
  }

  #send(worker: Worker, message: ToWorker): void {
    // A worker that has just died takes no message; its exit settles what it had under way.
    if (worker.process.connected) worker.process.send(message, () => {})
  }
}
