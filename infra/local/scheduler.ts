import { FairQueue } from '#platform/concurrency'

/** Number of calls in flight. */
interface InFlight {
  calls: number
  /** Number of heavy calls among them. */
  heavy: number
}

/** Load of a worker, as the scheduler sees it. */
export interface WorkerLoad extends InFlight {
  /** Whether it takes heavy calls too, see {@link countHeavyWorkers}. */
  takesHeavy: boolean
  /** Whether it takes calls now; otherwise it is starting. */
  isReady: boolean
}

export interface ScheduledCall {
  /** The caller. Limits apply to all calls of an account together. */
  account: string
  /** Whether its work may take seconds, see `OperationDefinition.heavy`. */
  heavy: boolean
}

export interface SchedulerOptions<Worker extends WorkerLoad> {
  /** Returns the workers that take calls, now or once they are ready. */
  workers(): readonly Worker[]
}

interface WaitingCall<Worker> extends ScheduledCall {
  start(worker: Worker | undefined): void
}

/** Maximum light calls in flight of one account, per worker. */
const maxLightPerAccount = 4
/** Maximum heavy calls in flight of one account, per worker that takes heavy calls. */
const maxHeavyPerAccount = 2
/** Maximum heavy calls in flight of one worker: enough to keep its threads busy. */
const maxHeavyPerWorker = 8
const maxCallsPerWorker = 64

/**
 * Assigns calls to workers. Heavy calls stay within half of the workers, so that light calls stay quick. Calls over a
 * limit wait. The account with the fewest calls in flight is next; accounts with equal numbers take turns.
 */
export class Scheduler<Worker extends WorkerLoad> {
  readonly #workers: () => readonly Worker[]
  readonly #light = new FairQueue<WaitingCall<Worker>>()
  readonly #heavy = new FairQueue<WaitingCall<Worker>>()
  readonly #inFlight = new Map<string, InFlight>()

  constructor({ workers }: SchedulerOptions<Worker>) {
    this.#workers = workers
  }

  /** Number of waiting calls. */
  get waiting(): number {
    return this.#light.size + this.#heavy.size
  }

  /**
   * Resolves to a worker when it is the call's turn, or to undefined when the signal is aborted first. The caller must
   * {@link release} the worker.
   */
  acquire(call: ScheduledCall, signal: AbortSignal): Promise<Worker | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const queue = call.heavy ? this.#heavy : this.#light
      const waiting: WaitingCall<Worker> = {
        ...call,
        start: (worker) => {
          signal.removeEventListener('abort', giveUp)
          resolve(worker)
        },
      }
      const giveUp = () => {
        queue.remove(call.account, waiting)
        resolve(undefined)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      queue.push(call.account, waiting)
      this.dispatch()
    })
  }

  /** Frees the worker's slot. Must be called when the call is answered or abandoned. */
  release(worker: Worker, { account, heavy }: ScheduledCall): void {
    const inFlight = this.#inFlight.get(account)!
    for (const slots of [worker, inFlight]) {
      slots.calls--
      if (heavy) slots.heavy--
    }
    if (inFlight.calls === 0) this.#inFlight.delete(account)
    this.dispatch()
  }

  /** Starts waiting calls within the limits. Must also be called when workers start or end. */
  dispatch(): void {
    for (const [queue, heavy] of [
      [this.#light, false],
      [this.#heavy, true],
    ] as const) {
      while (queue.size > 0) {
        const workers = selectWorkers(heavy, this.#workers())
        const worker = findLeastLoaded(workers)
        if (!worker || isFull(worker, heavy)) break
        const perAccount = heavy ? maxHeavyPerAccount : maxLightPerAccount
        const next = queue.shift(
          (account) => this.#countInFlight(account, heavy),
          perAccount * workers.length,
        )
        if (!next) break
        this.#start(next, worker)
      }
    }
  }

  #start(call: WaitingCall<Worker>, worker: Worker): void {
    const inFlight = this.#inFlight.get(call.account) ?? { calls: 0, heavy: 0 }
    this.#inFlight.set(call.account, inFlight)
    for (const slots of [worker, inFlight]) {
      slots.calls++
      if (call.heavy) slots.heavy++
    }
    call.start(worker)
  }

  #countInFlight(account: string, isHeavy: boolean): number {
    const { calls, heavy } = this.#inFlight.get(account) ?? { calls: 0, heavy: 0 }
    return isHeavy ? heavy : calls - heavy
  }
}

/** Returns the number of workers that take heavy calls: half of them. */
export function countHeavyWorkers(workers: number): number {
  return Math.ceil(workers / 2)
}

/** Selects the workers for a call. Without a worker for heavy calls, running or starting, all workers take them. */
function selectWorkers<Worker extends WorkerLoad>(
  heavy: boolean,
  all: readonly Worker[],
): readonly Worker[] {
  const eligible = heavy ? all.filter(({ takesHeavy }) => takesHeavy) : all
  return eligible.length > 0 ? eligible : all
}

function isFull({ calls, heavy }: WorkerLoad, isHeavy: boolean): boolean {
  return isHeavy ? heavy >= maxHeavyPerWorker : calls >= maxCallsPerWorker
}

/** Weight of a heavy call in the load of a worker. */
const heavyWeight = 8

/** Returns the ready worker with the lowest load; among equals, one that does not take heavy calls. */
export function findLeastLoaded<Worker extends WorkerLoad>(
  workers: readonly Worker[],
): Worker | undefined {
  const load = ({ calls, heavy, takesHeavy }: WorkerLoad) =>
    calls + (heavyWeight - 1) * heavy + (takesHeavy ? 0.5 : 0)
  return workers.filter(({ isReady }) => isReady).sort((a, b) => load(a) - load(b))[0]
}
