import type { AnyCairnError } from './errors.ts'

/** Upper limit of the first random pause, ms. It doubles with each attempt. */
const firstPauseMs = 250
const maxPauseMs = 8000

/** Longest `retry-after` that the client waits for, s. Longer waits are left to the caller. */
const maxRetryAfterSeconds = 30

/** A failed attempt. */
export interface Attempt {
  error: AnyCairnError
  /** Whether the request cannot have reached the service. */
  neverArrived: boolean
  /** Whether sending the request twice is harmless: it has an idempotency key, or changes and costs nothing. */
  repeatable: boolean
  /** Number of requests sent, including this one. */
  attempts: number
}

/**
 * Returns the milliseconds until the next attempt, or undefined if the call must not be retried. The service does not
 * charge calls that it refuses with 429 or 503. A call whose answer was lost may have been charged, so it is retried
 * only if it never arrived or if a repetition is harmless.
 */
export function pauseBeforeRetry(
  { error, neverArrived, repeatable, attempts }: Attempt,
  random: () => number = Math.random,
): number | undefined {
  const isRefused = error.code === 'too_many_requests' || error.code === 'service_unavailable'
  const { retryAfterSeconds = 0 } = error
  const isLost = error.code === 'connection_failed' && (neverArrived || repeatable)
  if (!isRefused && !isStillRunning(error) && !isLost && !(repeatable && isFault(error)))
    return undefined
  if (retryAfterSeconds > maxRetryAfterSeconds) return undefined
  const backoffMs = random() * Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1))
  // The random part spreads the retries of callers that were refused together.
  return retryAfterSeconds * 1000 + backoffMs
}

/** Returns whether the service is still processing an earlier call with the same key. */
export function isStillRunning({ code, retryAfterSeconds = 0 }: AnyCairnError): boolean {
  // A conflict without `retry-after` means that the key belongs to another request.
  return code === 'idempotency_conflict' && retryAfterSeconds > 0
}

/**
 * Returns whether an error is a fault of the service or of a proxy, or an unreadable success. The next attempt may
 * succeed.
 */
function isFault({ code, status = 0 }: AnyCairnError): boolean {
  return status >= 500 || (code === 'unexpected_answer' && status >= 200 && status < 300)
}

/**
 * Reads `retry-after` in seconds, from a number or an HTTP date. A date is compared with the answer's `date` header if
 * there is one, because the clock of this machine may differ.
 */
export function parseRetryAfter(headers: Headers): number | undefined {
  const wanted = headers.get('retry-after')
  if (!wanted) return undefined
  if (/^\d+$/.test(wanted.trim())) return Number(wanted)
  const at = Date.parse(wanted)
  const sentAt = Date.parse(headers.get('date') ?? '')
  const nowMs = Number.isNaN(sentAt) ? Date.now() : sentAt
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMs) / 1000)
}

/** Error codes of name resolution and connection failures in Node and Bun. */
const connectCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  'FailedToOpenSocket',
])

/** Returns whether `fetch` failed before it had a connection. Browsers do not report this. */
export function failedToConnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true
  if (code !== undefined && connectCodes.has(code)) return true
  // Message of Deno.
  if (error.message.includes('client error (Connect)')) return true
  // Contains one error for each address of the host name.
  if (error instanceof AggregateError) return error.errors.every(failedToConnect)
  return failedToConnect(error.cause)
}
