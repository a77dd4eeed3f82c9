import { FairQueue } from '../../lib/concurrency/index.ts'

/** Calls in flight. */
interface InFlight {
  calls: number
  /** Of those the heavy ones. */
  heavy: number
}

/** What the scheduler knows of a worker. */
export interface WorkerLoad extends InFlight {
  /** It is for heavy calls as well; see {@link heavyWorkerCount}. */
  takesHeavy: boolean
  /** It can be given calls now; else it is about to start. */
  ready: boolean
}

export interface ScheduledCall {
  /** Whose call it is; the calls of one account share what it may have in flight. */
  account: string
  /** Its work may take seconds, see `OperationDefinition.heavy`. */
  heavy: boolean
}

export interface SchedulerOptions<Worker extends WorkerLoad> {
  /** The workers that take calls, now or when they are ready. */
  workers(): readonly Worker[]
}

interface WaitingCall<Worker> extends ScheduledCall {
  start(worker: Worker | undefined): void
}

/** Light calls that one account may have in flight for each worker; the others of its calls wait. */
const maxLightPerAccount = 4
/** Heavy ones, for each worker that takes such. */
const maxHeavyPerAccount = 2
/** Heavy calls in flight in one worker: enough to keep its threads busy. */
const maxHeavyPerWorker = 8
const maxCallsPerWorker = 64

/**
 * Decides which call goes to which worker, and which waits. Heavy calls stay within half of the
 * workers, so that others stay quick. What is over the limits waits; the account with the fewest
 * calls in flight is next, of equal ones by turns.
 */
export class Scheduler<Worker extends WorkerLoad> {
  readonly #workers: () => readonly Worker[]
  readonly #light = new FairQueue<WaitingCall<Worker>>()
  readonly #heavy = new FairQueue<WaitingCall<Worker>>()
  readonly #inFlight = new Map<string, InFlight>()

  constructor({ workers }: SchedulerOptions<Worker>) {
    this.#workers = workers
  }

  /** Calls that wait. */
  get waiting(): number {
    return this.#light.size + this.#heavy.size
  }

  /**
   * A worker for the call, at once or when its turn has come; undefined when the signal is aborted
   * before. Whoever gets one must {@link release} it.
   */
  acquire(job: ScheduledCall, signal: AbortSignal): Promise<Worker | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const queue = job.heavy ? this.#heavy : this.#light
      const waiting: WaitingCall<Worker> = {
        ...job,
        start: (worker) => {
          signal.removeEventListener('abort', giveUp)
          resolve(worker)
        },
      }
      const giveUp = () => {
        queue.remove(job.account, waiting)
        resolve(undefined)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      queue.push(job.account, waiting)
      this.dispatch()
    })
  }

  /** The call is answered, or given up. */
  release(worker: Worker, { account, heavy }: ScheduledCall): void {
    const inFlight = this.#inFlight.get(account)!
    for (const slots of [worker, inFlight]) {
      slots.calls--
      if (heavy) slots.heavy--
    }
    if (inFlight.calls === 0) this.#inFlight.delete(account)
    this.dispatch()
  }

  /** Starts what may start: to be called when workers have come or gone as well. */
  dispatch(): void {
    for (const [queue, heavy] of [
      [this.#light, false],
      [this.#heavy, true],
    ] as const) {
      while (queue.size > 0) {
        const workers = workersFor(heavy, this.#workers())
        const worker = leastBusy(workers)
        if (!worker || isFull(worker, heavy)) break
        const perAccount = heavy ? maxHeavyPerAccount : maxLightPerAccount
        const next = queue.shift(
          (account) => this.#inFlightOf(account, heavy),
          perAccount * workers.length,
        )
        if (!next) break
        this.#start(next, worker)
      }
    }
  }

  #start(job: WaitingCall<Worker>, worker: Worker): void {
    const inFlight = this.#inFlight.get(job.account) ?? { calls: 0, heavy: 0 }
    this.#inFlight.set(job.account, inFlight)
    for (const slots of [worker, inFlight]) {
      slots.calls++
      if (job.heavy) slots.heavy++
    }
    job.start(worker)
  }

  #inFlightOf(account: string, isHeavy: boolean): number {
    const { calls, heavy } = this.#inFlight.get(account) ?? { calls: 0, heavy: 0 }
    return isHeavy ? heavy : calls - heavy
  }
}

/** Of so many workers those that take heavy calls: half of them, so that others stay quick. */
export function heavyWorkerCount(workers: number): number {
  return Math.ceil(workers / 2)
}

/** Without any worker for heavy calls, not even one that starts, all take them. */
function workersFor<Worker extends WorkerLoad>(
  heavy: boolean,
  all: readonly Worker[],
): readonly Worker[] {
  const some = heavy ? all.filter(({ takesHeavy }) => takesHeavy) : all
  return some.length > 0 ? some : all
}

function isFull({ calls, heavy }: WorkerLoad, isHeavy: boolean): boolean {
  return isHeavy ? heavy >= maxHeavyPerWorker : calls >= maxCallsPerWorker
}

/** A heavy call counts for several. */
const heavyWeight = 8

/** The worker with the least to do, of those that are ready; of equal ones rather one without heavy calls. */
export function leastBusy<Worker extends WorkerLoad>(workers: readonly Worker[]): Worker | undefined {
  const load = ({ calls, heavy, takesHeavy }: WorkerLoad) =>
    calls + (heavyWeight - 1) * heavy + (takesHeavy ? 0.5 : 0)
  return workers.filter(({ ready }) => ready).sort((a, b) => load(a) - load(b))[0]
}
