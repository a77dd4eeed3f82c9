/** What the service says about a call beside its answer. */
export interface CallFacts {
  /** The HTTP status. */
  status: number
  /** Names the call in logs and in the ledger. */
  requestId?: string
  /** What the call cost, decimal USD. Absent where a browser may not read the header. */
  chargedUsd?: string
  /** What the account has left, decimal USD. */
  balanceUsd?: string
  /** What the service ignored or assumed. */
  warnings: string[]
  /** Whether the service answers a call that was charged before under the same idempotency key. */
  replayed: boolean
  /** Requests sent, the first one included. */
  attempts: number
}

export interface AnsweredCall<Data> {
  data: Data
  facts: CallFacts
}

/**
 * A call under way: a promise of its answer. {@link ApiCall.withFacts} also gives charge, balance and warnings.
 *
 * @example
 * const answer = await cairn.geocoding.search({ text: 'Museum Tschierv' })
 * const { data, facts } = await cairn.geocoding.search({ text: 'Museum Tschierv' }).withFacts()
 */
export class ApiCall<Data> implements Promise<Data> {
  readonly #answer: Promise<AnsweredCall<Data>>

  constructor(answer: Promise<AnsweredCall<Data>>) {
    this.#answer = answer
  }

  /** The answer with what the headers say about the call. */
  withFacts(): Promise<AnsweredCall<Data>> {
    return this.#answer
  }

  /** The answer alone. Made on demand: a second promise that nobody takes would reject unhandled. */
  get #data(): Promise<Data> {
    return this.#answer.then(({ data }) => data)
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  then<Result = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Result | Rejected> {
    return this.#data.then(onFulfilled, onRejected)
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.#data.catch(onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.#data.finally(onFinally)
  }

  get [Symbol.toStringTag](): string {
    return 'ApiCall'
  }
}
