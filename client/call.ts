/** Facts about a call in addition to its answer. */
export interface CallFacts {
  /** HTTP status. */
  status: number
  /** Id of the call in logs and in the ledger. */
  requestId?: string
  /** Charge of the call, decimal USD. Absent where a browser may not read the header. */
  chargedUsd?: string
  /** Remaining balance of the account, decimal USD. */
  balanceUsd?: string
  /** Parts of the input that the service ignored, and assumptions that it made. */
  warnings: string[]
  /** Whether this is the answer of an earlier call, already charged under the same idempotency key. */
  replayed: boolean
  /** Number of requests sent, including the first. */
  attempts: number
}

export interface AnsweredCall<Data> {
  data: Data
  facts: CallFacts
}

/**
 * A call in progress: a promise of its answer. {@link ApiCall.withFacts} adds charge, balance and warnings.
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

  /** Returns the answer together with the facts about the call. */
  withFacts(): Promise<AnsweredCall<Data>> {
    return this.#answer
  }

  /** The answer alone. It is created on demand, because a second promise without a handler could reject unhandled. */
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
