export interface Hedging {
  /** Delay before the second request. */
  delayMilliseconds: number
  /** Called after the delay; `false` means no second request. */
  mayHedge(): boolean
  /** Returns whether an error ends the wait for the other request. */
  isDefinitive(error: unknown): boolean
  signal: AbortSignal
}

/**
 * Sends a request, and an identical second one (the hedge) when the first has not answered after the
 * delay. The first answer wins and the other request is aborted. When one fails, the other may still win.
 *
 * @param start Sends one request; `isHedge` is true for the second.
 * @throws The error of the request that failed first.
 */
export async function runHedged<T>(
  start: (signal: AbortSignal, isHedge: boolean) => Promise<T>,
  { delayMilliseconds, mayHedge, isDefinitive, signal }: Hedging,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const controllers: AbortController[] = []
  let pending = 0
  let firstFailure: { error: unknown } | undefined

  const request = (isHedge: boolean): void => {
    const controller = new AbortController()
    controllers.push(controller)
    const endOthers = (): void => {
      clearTimeout(timer)
      for (const other of controllers) if (other !== controller) other.abort()
    }
    pending++
    start(AbortSignal.any([signal, controller.signal]), isHedge).then(
      (answer) => {
        // An aborted request may still resolve in the same turn of the event loop.
        if (controller.signal.aborted) return
        endOthers()
        resolve(answer)
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        pending--
        firstFailure ??= { error }
        if (pending > 0 && !isDefinitive(error)) return
        endOthers()
        reject(isDefinitive(error) ? error : firstFailure.error)
      },
    )
  }

  const timer = setTimeout(() => {
    if (mayHedge()) request(true)
  }, delayMilliseconds)
  request(false)
  return await promise
}

/**
 * Limits hedges to ten at once and one in ten reads in the long run, so that they do not double the load on a store
 * that is slow as a whole.
 */
export class HedgeBudget {
  #left = 10

  /** Called for each read. */
  earn(): void {
    this.#left = Math.min(10, this.#left + 0.1)
  }

  /** Called for each hedge; returns `false` when the budget is spent. */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
