import type { ErrorBodies, JobStatus } from './contracts.ts'

/** Errors that the client itself detects: body of each error, by code. */
interface ClientErrorBodies {
  /** No answer: the server cannot be reached, or the connection was lost. */
  connection_failed: undefined
  /** No answer within `timeoutMs`. */
  timeout: undefined
  /** The answer does not come from the service but, for example, from a proxy: its text, shortened. */
  unexpected_answer: string
  /** A job that the client waited for has failed, was cancelled or waits for a top-up. */
  job_stopped: JobStatus
  /** The upload or download of a job's file was refused: the text of the answer, shortened. */
  file_refused: string
}

/** The body of each error, by its code. */
export type AllErrorBodies = ErrorBodies & ClientErrorBodies

export type CairnErrorCode = keyof AllErrorBodies

export interface CairnErrorOptions<Code extends CairnErrorCode> {
  code: Code
  message: string
  body: AllErrorBodies[Code]
  status?: number | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  mayBeCharged?: boolean
  idempotencyKey?: string | undefined
  attempts?: number
  cause?: unknown
}

/** A call that failed. Narrow it by `code` with {@link isCairnError}: `body` then has the fields of that error. */
export class CairnError<Code extends CairnErrorCode = CairnErrorCode> extends Error {
  override readonly name = 'CairnError'
  readonly code: Code
  readonly body: AllErrorBodies[Code]
  /** HTTP status, if there was an answer. */
  readonly status: number | undefined
  /** Id of the call in the service's logs. */
  readonly requestId: string | undefined
  /** Seconds to wait before a retry, as the service asks. */
  readonly retryAfterSeconds: number | undefined
  /**
   * Whether the service may have charged the call. This is true only if the answer of this or an earlier attempt was
   * lost: a call that the service answers with an error is never charged.
   */
  mayBeCharged: boolean
  /**
   * Idempotency key of the call. Repeating the call with it within 24 hours returns the original answer without a
   * second charge. If the first call was not charged, the repeat runs and is charged as usual.
   */
  idempotencyKey: string | undefined
  /** Number of requests sent. */
  attempts: number

  constructor({ message, cause, ...facts }: CairnErrorOptions<Code>) {
    super(message, { cause })
    this.code = facts.code
    this.body = facts.body
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.mayBeCharged = facts.mayBeCharged ?? false
    this.idempotencyKey = facts.idempotencyKey
    this.attempts = facts.attempts ?? 1
  }
}

/** Any error of a call, discriminated by `code`. */
export type AnyCairnError = { [Code in CairnErrorCode]: CairnError<Code> }[CairnErrorCode]

/**
 * Returns whether a caught value is a {@link CairnError}, and narrows its `body` by `code`.
 *
 * @example
 * try {
 *   await cairn.routing.route({ locations })
 * } catch (error) {
 *   if (!isCairnError(error)) throw error
 *   if (error.code === 'location_not_routable') console.log(error.body.location_index)
 * }
 */
export function isCairnError(error: unknown): error is AnyCairnError {
  return error instanceof CairnError
}
