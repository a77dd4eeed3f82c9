import type { ErrorBodies, JobStatus } from './contracts.ts'

/** The codes of errors that the client finds itself, with the body of each. */
interface ClientErrorBodies {
  /** No answer: the server cannot be reached, or the connection was lost. */
  connection_failed: undefined
  /** No answer within `timeoutMs`. */
  timeout: undefined
  /** An answer that is not the service's, as by a proxy: its text, shortened. */
  unexpected_answer: string
  /** A job that was waited for has failed, was cancelled or waits for a top-up. */
  job_stopped: JobStatus
  /** A file of a job was refused on its way up or down: the answer's text, shortened. */
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

/**
 * A call that failed. Narrow it by `code` with {@link isCairnError}: `body` then has the fields of that error.
 */
export class CairnError<Code extends CairnErrorCode = CairnErrorCode> extends Error {
  override readonly name = 'CairnError'
  readonly code: Code
  readonly body: AllErrorBodies[Code]
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined
  /** Names the call in the service's logs. */
  readonly requestId: string | undefined
  /** When the service expects to answer again. */
  readonly retryAfterSeconds: number | undefined
  /**
   * Whether the service may have charged the call: only where an answer was lost, of this attempt or an earlier one.
   * An error that the service answers is never charged.
   */
  mayBeCharged: boolean
  /**
   * The key of the call. The same call with this key, within 24 hours, gets the answer of the one that was charged,
   * or is charged if none was.
   */
  idempotencyKey: string | undefined
  /** Requests sent. */
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
 * Whether a call threw this.
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
