interface Flight<T> {
  result: Promise<T>
  abort: AbortController
  callers: number
}

/** Makes a function whose simultaneous calls share one run of `work`. */
export function makeSingleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | undefined
  return () => {
    inFlight ??= work().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}

/**
 * Shares work among callers with the same request at the same time. A flight belongs to a key, and a write to the key
 * ends the sharing, so that later callers never get a value read before the write.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Map<string, Flight<T>>>()

  /**
   * Joins the flight of this request for `key`, or starts it.
   *
   * @param work Its signal is aborted when all callers have aborted.
   * @param signal Ends this caller's wait only, with the signal's reason.
   */
  async run(
    key: string,
    request: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted()
    const flight = this.#flights.get(key)?.get(request) ?? this.#start(key, request, work)
    flight.callers++
    if (!signal) return await flight.result
    let leave = (): void => {}
    const aborted = new Promise<never>((_, reject) => {
      leave = () => {
        reject(signal.reason)
        if (--flight.callers > 0) return
        // No caller may join a flight that is being aborted.
        this.#end(key, request, flight)
        flight.abort.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
    })
    try {
      return await Promise.race([flight.result, aborted])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #start(key: string, request: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController()
    const result = work(abort.signal).finally(() => this.#end(key, request, flight))
    const flight: Flight<T> = { result, abort, callers: 0 }
    const ofKey = this.#flights.get(key) ?? new Map<string, Flight<T>>()
    ofKey.set(request, flight)
    this.#flights.set(key, ofKey)
    return flight
  }

  #end(key: string, request: string, flight: Flight<T>): void {
    const ofKey = this.#flights.get(key)
    if (ofKey?.get(request) !== flight) return
    ofKey.delete(request)
    if (ofKey.size === 0) this.#flights.delete(key)
  }

  /** Detaches the flights of `key`: later callers do not join them, present callers still get the result. */
  forget(key: string): void {
    this.#flights.delete(key)
  }
}
