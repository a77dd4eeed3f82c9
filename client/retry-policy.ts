import type { AnyCairnError } from './errors.ts'

/** The first pause is up to this long; each next one up to twice as long. */
const firstPauseMs = 250
const maxPauseMs = 8000

/** A longer wait that the service asks for is the caller's to decide. */
const maxRetryAfterSeconds = 30

/** A failed attempt. */
export interface Attempt {
  error: AnyCairnError
  /** Whether the request cannot have reached the service. */
  neverArrived: boolean
  /** Whether sending it twice is harmless: it has an idempotency key, or changes and costs nothing. */
  repeatable: boolean
  /** Requests sent, this one included. */
  attempts: number
}

/**
 * Milliseconds until the next attempt, or undefined when there must be none. The service charges no call
 * that it refuses with 429 or 503; a call whose answer was lost may have been charged, so it is only sent
 * again when it never arrived or is harmless.
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
  // Callers that were refused together must not come back together.
  return retryAfterSeconds * 1000 + backoffMs
}

/** Whether the service still works on an earlier call with the key. */
export function isStillRunning({ code, retryAfterSeconds = 0 }: AnyCairnError): boolean {
  // Without a time to wait, the key was used for another request.
  return code === 'idempotency_conflict' && retryAfterSeconds > 0
}

/** A fault of the service or of a proxy, or a success that cannot be read: the next attempt may get the answer. */
function isFault({ code, status = 0 }: AnyCairnError): boolean {
  return status >= 500 || (code === 'unexpected_answer' && status >= 200 && status < 300)
}

/**
 * Seconds of `retry-after`: a number, or a date of HTTP. A date is compared with the answer's own `date`, where it has
 * one: the clock of this machine may be another.
 */
export function retryAfterSecondsOf(headers: Headers): number | undefined {
  const wanted = headers.get('retry-after')
  if (!wanted) return undefined
  if (/^\d+$/.test(wanted.trim())) return Number(wanted)
  const at = Date.parse(wanted)
  const sentAt = Date.parse(headers.get('date') ?? '')
  const nowMs = Number.isNaN(sentAt) ? Date.now() : sentAt
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMs) / 1000)
}

/** Errors of name resolution and of connecting, in Node and Bun. */
const connectCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  'FailedToOpenSocket',
])

/** Whether `fetch` failed before it had a connection. Browsers do not say. */
export function failedToConnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true
  if (code !== undefined && connectCodes.has(code)) return true
  // Deno.
  if (error.message.includes('client error (Connect)')) return true
  // Each address that a name has.
  if (error instanceof AggregateError) return error.errors.every(failedToConnect)
  return failedToConnect(error.cause)
}
