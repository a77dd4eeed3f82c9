interface Flight<T> {
  landing: Promise<T>
  callOff: AbortController
  aboard: number
}

/**
 * Shares work among callers who ask for the same thing at the same time. Flights belong to a key, so
 * that a write to the key can end the sharing: who asks after the write never gets what was read before.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Map<string, Flight<T>>>()

  /**
   * Joins the flight `what` of `key`, or starts it.
   *
   * @param work Gets a signal that says when everybody who asked has gone.
   * @param signal Ends this caller's wait only, with the signal's reason.
   */
  async run(
    key: string,
    what: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    const flight = this.#flights.get(key)?.get(what) ?? this.#start(key, what, work)
    flight.aboard++
    if (!signal) return await flight.landing
    let leave = (): void => {}
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        reject(signal.reason)
        if (--flight.aboard > 0) return
        // Nobody may join a flight that is being called off.
        this.#end(key, what, flight)
        flight.callOff.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
    })
    try {
      return await Promise.race([flight.landing, left])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #start(key: string, what: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const callOff = new AbortController()
    const landing = work(callOff.signal).finally(() => this.#end(key, what, flight))
    const flight: Flight<T> = { landing, callOff, aboard: 0 }
    const ofKey = this.#flights.get(key) ?? new Map<string, Flight<T>>()
    ofKey.set(what, flight)
    this.#flights.set(key, ofKey)
    return flight
  }

  #end(key: string, what: string, flight: Flight<T>): void {
    const ofKey = this.#flights.get(key)
    if (ofKey?.get(what) !== flight) return
    ofKey.delete(what)
    if (ofKey.size === 0) this.#flights.delete(key)
  }

  /** Nobody joins the flights of `key` any more; those on board still land. */
  forget(key: string): void {
    this.#flights.delete(key)
  }
}
