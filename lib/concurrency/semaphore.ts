import { FairQueue } from './fair-queue.ts'
import { currentOwner } from './owner.ts'

interface Waiter {
  owner: string
  enter(): void
}

export interface SemaphoreOptions {
  /** Places that one owner may have at a time, so that others need not wait; by default all. */
  perOwner?: number
}

/**
 * Lets a number of calls in at a time. The rest wait: the owner with the fewest calls inside is next, of
 * equal ones by turns, and the calls of one owner keep their order. A call that is aborted while it waits leaves the queue.
 */
export class Semaphore {
  #free: number
  readonly #perOwner: number
  readonly #inside = new Map<string, number>()
  readonly #waiting = new FairQueue<Waiter>()

  constructor(places: number, { perOwner = places }: SemaphoreOptions = {}) {
    this.#free = places
    this.#perOwner = perOwner
  }

  /** Runs `work` when there is a place. Rejects with the signal's reason when aborted before that. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const owner = currentOwner()
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
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      const giveUp = () => {
        this.#waiting.remove(owner, waiting)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(owner, waiting)
    })
  }

  #mayEnter(owner: string): boolean {
    return this.#free > 0 && (this.#inside.get(owner) ?? 0) < this.#perOwner
  }

  #take(owner: string): void {
    this.#free--
    this.#inside.set(owner, (this.#inside.get(owner) ?? 0) + 1)
  }

  #leave(owner: string): void {
    this.#free++
    const left = this.#inside.get(owner)! - 1
    if (left > 0) this.#inside.set(owner, left)
    else this.#inside.delete(owner)
    const next = this.#waiting.shift((one) => this.#inside.get(one) ?? 0, this.#perOwner)
    if (!next) return
    this.#take(next.owner)
    next.enter()
  }
}
