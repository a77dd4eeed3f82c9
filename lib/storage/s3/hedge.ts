export interface Hedging {
  /** Until the second request starts. */
  delayMilliseconds: number
  /** Asked when the time has come; `false` leaves it at one request. */
  mayHedge(): boolean
  /** A failure that is as good as an answer: nobody waits for the twin. */
  isAnswer(error: unknown): boolean
  signal: AbortSignal
}

/**
 * Starts a request, and an identical one when the first has not answered in time. The first answer
 * wins and the other request is aborted. When one fails, the other may still win.
 *
 * @param start Makes one request; `twin` is false for the first.
 * @throws What the request that failed first threw.
 */
export async function hedged<T>(
  start: (signal: AbortSignal, twin: boolean) => Promise<T>,
  { delayMilliseconds, mayHedge, isAnswer, signal }: Hedging,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const callOffs: AbortController[] = []
  let pending = 0
  let firstFailure: { error: unknown } | undefined

  const request = (twin: boolean): void => {
    const callOff = new AbortController()
    callOffs.push(callOff)
    const endOthers = (): void => {
      clearTimeout(timer)
      for (const other of callOffs) if (other !== callOff) other.abort()
    }
    pending++
    start(AbortSignal.any([signal, callOff.signal]), twin).then(
      (answer) => {
        // Who was aborted may still come in the same turn.
        if (callOff.signal.aborted) return
        endOthers()
        resolve(answer)
      },
      (error: unknown) => {
        if (callOff.signal.aborted) return
        pending--
        firstFailure ??= { error }
        if (pending > 0 && !isAnswer(error)) return
        endOthers()
        reject(isAnswer(error) ? error : firstFailure.error)
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
 * Keeps hedges a small part of the reads, so that they do not double the load on a store that is
 * slow as a whole: ten at once, and in the long run one in ten reads.
 */
export class HedgeBudget {
  #left = 10

  /** For each read. */
  earn(): void {
    this.#left = Math.min(10, this.#left + 0.1)
  }

  /** For each hedge; `false` when there is nothing left. */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
