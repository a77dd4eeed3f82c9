import { FairQueue } from './fair-queue.ts'
import { readOwner } from './owner.ts'

interface Waiter {
  owner: string
  enter(): void
}

export interface SemaphoreOptions {
  /** Maximum slots of one owner; by default all. */
  maxPerOwner?: number
}

/**
 * Limits the number of calls that run at a time. Among waiting calls, the owner with the fewest running calls is
 * next, and equal owners take turns; the calls of one owner keep their order. An aborted call leaves the queue.
 */
export class Semaphore {
  #free: number
  readonly #maxPerOwner: number
  readonly #running = new Map<string, number>()
  readonly #waiting = new FairQueue<Waiter>()

  constructor(places: number, { maxPerOwner = places }: SemaphoreOptions = {}) {
    this.#free = places
    this.#maxPerOwner = maxPerOwner
  }

  /** Runs `work` when a slot is free. Rejects with the signal's reason when it is aborted before. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const owner = readOwner()
    await this.#enter(owner, signal)
    try {
      return await work()
    } finally {
      this.#leave(owner)
    }
  }

  #enter(owner: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#mayEnter(owner)) {
      this.#take(owner)
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiter = {
        owner,
        enter: () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        },
      }
      const abort = () => {
        this.#waiting.remove(owner, waiting)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.push(owner, waiting)
    })
  }

  #mayEnter(owner: string): boolean {
    return this.#free > 0 && (this.#running.get(owner) ?? 0) < this.#maxPerOwner
  }

  #take(owner: string): void {
    this.#free--
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1)
  }

  #leave(owner: string): void {
    this.#free++
    const running = this.#running.get(owner)! - 1
    if (running > 0) this.#running.set(owner, running)
    else this.#running.delete(owner)
    const next = this.#waiting.shift((owner) => this.#running.get(owner) ?? 0, this.#maxPerOwner)
    if (!next) return
    this.#take(next.owner)
    next.enter()
  }
}
