/**
 * Lets shared work run in parallel, and exclusive work alone. Exclusive work waits for running work to end; work that
 * arrives meanwhile waits for it.
 */
export class SharedLock {
  #running = 0
  #alone: Promise<void> | undefined
  #onIdle = () => {}

  /** Runs `work` in parallel with other shared work. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone
    this.#running++
    try {
      return await work()
    } finally {
      if (--this.#running === 0) this.#onIdle()
    }
  }

  /** Runs `work` exclusively. Must not be called within other work of the same lock. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone
    const ended = Promise.withResolvers<void>()
    this.#alone = ended.promise
    try {
      if (this.#running > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
      return await work()
    } finally {
      this.#onIdle = () => {}
      this.#alone = undefined
      ended.resolve()
    }
  }
}
