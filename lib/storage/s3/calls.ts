import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { ApiError, unavailable } from '../../errors/index.ts'
import { ContentMismatch, ObjectChanged, ObjectNotFound } from '../port.ts'
import { BrokenAnswer, isPassing, nameOf } from './faults.ts'
import type { Patience, S3Settings } from './settings.ts'

/** Requests sent since the adapter was made. */
export interface S3Statistics {
  requests: number
  /** Attempts after the first of a call. */
  retries: number
  /** Second requests for what was slow to come; each is one of `requests` too. */
  hedges: number
  /** Hedges that were faster than what they were to help. */
  hedgesWon: number
}

export interface Call {
  /** Of S3, for the log. */
  operation: string
  key: string
  patience: Patience
  signal?: AbortSignal | undefined
}

/** One request to the client; the signal says when to give it up. */
export type Request<T> = (client: S3Client, signal: AbortSignal) => Promise<T>

/** Whether an error says something about the object, and nothing is wrong with the store. */
export function isAnswer(error: unknown): boolean {
  return [ApiError, ObjectNotFound, ObjectChanged, ContentMismatch, RangeError].some(
    (kind) => error instanceof kind,
  )
}

/** Requests to one bucket: timed, counted, tried again when the fault may pass. */
export class S3Calls {
  readonly bucket: string
  readonly settings: S3Settings
  readonly statistics: S3Statistics = { requests: 0, retries: 0, hedges: 0, hedgesWon: 0 }
  readonly #client: S3Client
  #ready: Promise<unknown> | undefined

  constructor(client: S3Client, bucket: string, settings: S3Settings) {
    this.#client = client
    this.bucket = bucket
    this.settings = settings
  }

  /** One request of a call, made as often as its patience allows. */
  call<T>(call: Call, request: Request<T>): Promise<T> {
    return this.attempt(call, (signal) => this.send(call.patience, signal, request))
  }

  /**
   * Does the work, again when it throws a fault that may pass.
   *
   * @throws What is an answer to the caller as it is, the signal's reason when it is aborted, and
   *   `ApiError` `service_unavailable` for everything else.
   */
  async attempt<T>(call: Call, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { patience, operation, key } = call
    const signal = call.signal ?? new AbortController().signal
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      try {
        await this.#credentials()
        return await work(signal)
      } catch (error) {
        signal.throwIfAborted()
        if (isAnswer(error)) throw error
        if (!isPassing(error) || attempt === patience.attempts) {
          const place = `s3://${this.bucket}/${key}`
          const what = `${operation} of ${place} failed, attempt ${attempt}: ${nameOf(error)}`
          throw unavailable(new Error(what, { cause: error }))
        }
        this.statistics.retries++
        const longest = patience.backoffMilliseconds * 2 ** (attempt - 1)
        await sleep(Math.random() * longest, undefined, { signal }).catch(() => {})
      }
    }
  }

  /** One request; without an answer in time it is a fault that may pass. */
  async send<T>(
    { answerMilliseconds }: Patience,
    signal: AbortSignal,
    request: Request<T>,
  ): Promise<T> {
    const impatience = new AbortController()
    const timer = setTimeout(() => {
      impatience.abort(new BrokenAnswer(`no answer within ${answerMilliseconds} ms`))
    }, answerMilliseconds)
    this.statistics.requests++
    try {
      return await request(this.#client, AbortSignal.any([signal, impatience.signal]))
    } catch (error) {
      throw impatience.signal.aborted ? impatience.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Getting credentials may take longer than S3 may: it is none of a request's time. */
  async #credentials(): Promise<void> {
    this.#ready ??= this.#client.config.credentials()
    await this.#ready.catch((error: unknown) => {
      this.#ready = undefined
      throw error
    })
  }
}
