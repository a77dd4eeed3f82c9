/** Number of consecutive failures that stop further calls. */
const maxFailures = 3
/** Time after which one call tries again. */
const pauseMs = 30_000

/** Keeps callers from waiting for a service that is down. */
export class CircuitBreaker {
  readonly #now: () => number
  #failures = 0
  #pausedUntil = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Returns whether a call may be made now. After a pause only the first caller may try; the others may once it has
   * succeeded.
   */
  allows(): boolean {
    if (this.#failures < maxFailures) return true
    if (this.#now() < this.#pausedUntil) return false
    this.#pausedUntil = this.#now() + pauseMs
    return true
  }

  succeeded(): void {
    this.#failures = 0
  }

  failed(): void {
    this.#failures++
    if (this.#failures >= maxFailures) this.#pausedUntil = this.#now() + pauseMs
  }
}
