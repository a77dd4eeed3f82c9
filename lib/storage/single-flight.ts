/**
 * Shares work among callers who ask for the same thing at the same time. Flights belong to a key, so
 * that a write to the key can end the sharing: who asks after the write never gets what was read before.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Map<string, Promise<T>>>()

  /** Joins the flight `what` of `key`, or starts it. */
  run(key: string, what: string, work: () => Promise<T>): Promise<T> {
    const ofKey = this.#flights.get(key) ?? new Map<string, Promise<T>>()
    const running = ofKey.get(what)
    if (running) return running
    const flight = work().finally(() => {
      if (ofKey.get(what) === flight) ofKey.delete(what)
      if (ofKey.size === 0 && this.#flights.get(key) === ofKey) this.#flights.delete(key)
    })
    ofKey.set(what, flight)
    this.#flights.set(key, ofKey)
    return flight
  }

  /** Nobody joins the flights of `key` any more; those on board still land. */
  forget(key: string): void {
    this.#flights.delete(key)
  }
}
