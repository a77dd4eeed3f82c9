import { CircuitBreaker } from './circuit-breaker.ts'
import { postJson } from './exchange.ts'
import { ModelFault } from './fault.ts'
import type { ModelAbsence } from './port.ts'
import type { ModelProtocol } from './protocol.ts'
import type { ModelQuestion } from './question.ts'

export interface ModelClientOptions {
  /** Time limit of a call, retry included, milliseconds. Default 1,500. */
  timeoutMs?: number
  /** Monotonic clock, milliseconds; by default `performance.now()`. */
  now?: () => number
  /** Called with the first failure of each kind. Its message contains no key, query or reply. */
  onFault?(fault: Error): void
}

/** Time limit of a call, milliseconds: an answer is at most 2 s later than without a model. */
const defaultTimeoutMs = 1500

/** A failed call is repeated while at least this share of its time is left. A reply takes about 500 ms. */
const minRetryShare = 0.5

/** Converts a reply to a value; throws a {@link ModelFault} when the reply cannot be used. */
type Use<T> = (reply: unknown) => T

/** Calls a model within a time limit and never throws. */
export class ModelClient {
  readonly #protocol: ModelProtocol
  readonly #timeoutMs: number
  readonly #onFault: (fault: Error) => void
  readonly #breaker: CircuitBreaker
  readonly #reported = new Set<ModelAbsence>()

  constructor(protocol: ModelProtocol, options: ModelClientOptions = {}) {
    this.#protocol = protocol
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs
    this.#onFault = options.onFault ?? (() => {})
    this.#breaker = new CircuitBreaker(options.now)
  }

  /**
   * Returns the value that `use` makes of the reply. On failure it returns undefined and calls `onAbsence` with the
   * reason.
   */
  async ask<T>(
    question: ModelQuestion,
    use: Use<T>,
    { signal, onAbsence }: { signal?: AbortSignal; onAbsence?(reason: ModelAbsence): void } = {},
  ): Promise<T | undefined> {
    try {
      return await this.#askInTime(question, use, signal)
    } catch (error) {
      const fault =
        error instanceof ModelFault
          ? error
          : new ModelFault('malformed', 'the reply of the language model cannot be used')
      if (
        !this.#reported.has(fault.reason) &&
        fault.reason !== 'paused' &&
        fault.reason !== 'aborted'
      ) {
        this.#reported.add(fault.reason)
        this.#onFault(fault)
      }
      onAbsence?.(fault.reason)
      return undefined
    }
  }

  async #askInTime<T>(
    question: ModelQuestion,
    use: Use<T>,
    caller: AbortSignal | undefined,
  ): Promise<T> {
    if (caller?.aborted) throw new ModelFault('aborted', 'the caller gave up')
    if (!this.#breaker.allows()) {
      throw new ModelFault('paused', 'the language model failed several times in a row')
    }
    const timeout = AbortSignal.timeout(this.#timeoutMs)
    const signal = caller ? AbortSignal.any([caller, timeout]) : timeout
    try {
      const value = use(await this.#askTwice(question, signal))
      this.#breaker.succeeded()
      return value
    } catch (error) {
      if (caller?.aborted) throw new ModelFault('aborted', 'the caller gave up')
      // A model that answers is alive, even if the answer is rejected.
      if (error instanceof ModelFault && error.reason === 'unfounded') this.#breaker.succeeded()
      else this.#breaker.failed()
      if (timeout.aborted) {
        throw new ModelFault('slow', `the language model took over ${this.#timeoutMs} ms`)
      }
      throw error
    }
  }

  async #askTwice(question: ModelQuestion, signal: AbortSignal): Promise<unknown> {
    const retryUntil = performance.now() + this.#timeoutMs * minRetryShare
    for (let attempt = 1; ; attempt++) {
      try {
        const call = await waitUnlessAborted(this.#protocol.callFor(question, signal), signal)
        return this.#protocol.read(await postJson(call, signal), question)
      } catch (error) {
        const mayRetry = error instanceof ModelFault && error.isPassing && !signal.aborted
        if (attempt === 2 || !mayRetry || performance.now() > retryUntil) throw error
      }
    }
  }
}

/** Waits for work, but rejects as soon as the signal is aborted, even if the work continues. */
async function waitUnlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
