import { answerError, lostError, timeoutError } from './answer-error.ts'
import type { AnsweredCall, CallFacts } from './call.ts'
import type { AnyCairnError } from './errors.ts'
import type { HttpRequest } from './request.ts'
import { failedToConnect, isStillRunning, pauseBeforeRetry } from './retry-policy.ts'
import { limited, type TimeLimit } from './time-limit.ts'

export interface SendOptions {
  fetch: typeof fetch
  signal?: AbortSignal | undefined
  timeoutMs: number
  maxRetries: number
  /** Whether sending the request twice is harmless. */
  repeatable: boolean
}

/**
 * A redirect would take the key to another address. On a connection that was used before, Bun sends a GET again
 * when its answer is lost.
 */
const sendOnce = { redirect: 'manual', keepalive: false } as const

type Outcome<Data> = AnsweredCall<Data> | { error: AnyCairnError; neverArrived: boolean }

/**
 * Sends a request until it is answered, at most `1 + maxRetries` times, beside the waits for an earlier attempt that
 * the service still works on. Throws a `CairnError`, or the reason of the signal.
 */
export async function send<Data>(
  request: HttpRequest,
  options: SendOptions,
): Promise<AnsweredCall<Data>> {
  const limit = limited(options)
  const repeatable = options.repeatable || request.idempotencyKey !== undefined
  let waits = 0
  let mayBeCharged = false
  try {
    for (let attempts = 1; ; attempts++) {
      const outcome = await attempt<Data>(request, options, limit, attempts)
      if ('data' in outcome) return outcome
      const { error } = outcome
      // An earlier attempt may have been charged, whatever the last one says.
      mayBeCharged ||= error.mayBeCharged
      error.mayBeCharged = mayBeCharged
      error.attempts = attempts
      error.idempotencyKey = request.idempotencyKey
      if (isStillRunning(error)) waits++
      const pauseMs =
        options.maxRetries === 0 || attempts - waits > options.maxRetries
          ? undefined
          : pauseBeforeRetry({ ...outcome, repeatable, attempts })
      // The error says more than a timeout would.
      if (pauseMs === undefined || pauseMs >= limit.leftMs()) throw error
      await limit.pause(pauseMs)
    }
  } finally {
    limit.clear()
  }
}

async function attempt<Data>(
  request: HttpRequest,
  { fetch: send, repeatable }: SendOptions,
  limit: TimeLimit,
  attempts: number,
): Promise<Outcome<Data>> {
  const mayBeCharged = !repeatable
  const { url, idempotencyKey, ...init } = request
  let response: Response
  let text: string
  try {
    limit.signal.throwIfAborted()
    response = await send(url, { ...init, ...sendOnce, signal: limit.signal })
    text = await response.text()
  } catch (cause) {
    limit.throwIfAbortedByCaller()
    if (limit.isOver()) throw timeoutError({ cause, mayBeCharged, idempotencyKey, attempts })
    const neverArrived = failedToConnect(cause)
    const error = lostError({ cause, mayBeCharged: mayBeCharged && !neverArrived })
    return { error, neverArrived }
  }
  const data = parsed(text)
  if (!response.ok || data === undefined) {
    return {
      error: answerError(response, { text, body: data, isPaid: mayBeCharged }),
      neverArrived: false,
    }
  }
  return { data: data as Data, facts: factsOf(response, data, attempts) }
}

/** The JSON of a text; `undefined` when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function factsOf({ status, headers }: Response, data: unknown, attempts: number): CallFacts {
  const [requestId, chargedUsd, balanceUsd] = ['x-request-id', 'x-charged', 'x-balance'].map(
    (name) => headers.get(name),
  )
  return {
    status,
    ...(requestId && { requestId }),
    ...(chargedUsd && { chargedUsd }),
    ...(balanceUsd && { balanceUsd }),
    // Whole in the answer; an older service has them in the header alone.
    warnings:
      (data as { warnings?: string[] } | null)?.warnings ??
      headers.get('x-warnings')?.split('; ') ??
      [],
    replayed: headers.get('x-idempotent-replay') === 'true',
    attempts,
  }
}
