import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { ApiError, unavailable } from '#platform/errors'
import { ContentMismatch, ObjectChanged, ObjectNotFound } from '../port.ts'
import { BrokenResponse, isTransient, readErrorName } from './faults.ts'
import type { RetryPolicy, S3Settings } from './settings.ts'

/** Counters of the adapter since it was created. */
export interface S3Statistics {
  requests: number
  /** Attempts after the first attempt of a call. */
  retries: number
  /** Second requests for slow reads; each is counted in `requests` too. */
  hedges: number
  /** Hedges that answered before the first request. */
  hedgesWon: number
}

export interface S3Call {
  /** S3's name of the operation, for logs. */
  operation: string
  key: string
  policy: RetryPolicy
  signal?: AbortSignal | undefined
}

/** Sends one request with the client; the signal aborts it. */
export type S3Request<T> = (client: S3Client, signal: AbortSignal) => Promise<T>

/**
 * Returns whether an error is an answer about the object rather than a fault of the store, so that a retry cannot
 * help.
 */
export function isDefinitive(error: unknown): boolean {
  return [ApiError, ObjectNotFound, ObjectChanged, ContentMismatch, RangeError].some(
    (kind) => error instanceof kind,
  )
}

/** Sends requests to one bucket, with timeouts, counters, and retries of transient faults. */
export class S3Requests {
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

  /** Sends a request, with retries. */
  call<T>(call: S3Call, request: S3Request<T>): Promise<T> {
    return this.attempt(call, (signal) => this.send(call.policy, signal, request))
  }

  /**
   * Runs the work, and runs it again after a transient fault.
   *
   * @throws Definitive errors unchanged, the signal's reason when it is aborted, and `ApiError` `service_unavailable`
   * for everything else.
   */
  async attempt<T>(call: S3Call, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { policy, operation, key } = call
    const signal = call.signal ?? new AbortController().signal
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted()
      try {
        await this.#credentials()
        return await work(signal)
      } catch (error) {
        signal.throwIfAborted()
        if (isDefinitive(error)) throw error
        if (!isTransient(error) || attempt === policy.attempts) {
          const place = `s3://${this.bucket}/${key}`
          const message = `${operation} of ${place} failed, attempt ${attempt}: ${readErrorName(error)}`
          throw unavailable(new Error(message, { cause: error }))
        }
        this.statistics.retries++
        const maxDelay = policy.backoffMilliseconds * 2 ** (attempt - 1)
        await sleep(Math.random() * maxDelay, undefined, { signal }).catch(() => {})
      }
    }
  }

  /** Sends one request; a timeout is a transient fault. */
  async send<T>(
    { responseTimeoutMilliseconds: answerMilliseconds }: RetryPolicy,
    signal: AbortSignal,
    request: S3Request<T>,
  ): Promise<T> {
    const timeout = new AbortController()
    const timer = setTimeout(() => {
      timeout.abort(new BrokenResponse(`no response within ${answerMilliseconds} ms`))
    }, answerMilliseconds)
    this.statistics.requests++
    try {
      return await request(this.#client, AbortSignal.any([signal, timeout.signal]))
    } catch (error) {
      throw timeout.signal.aborted ? timeout.signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Fetches credentials outside the timeout of a request, because they may take longer than a request may. */
  async #credentials(): Promise<void> {
    this.#ready ??= this.#client.config.credentials()
    await this.#ready.catch((error: unknown) => {
      this.#ready = undefined
      throw error
    })
  }
}
