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
 * Redirects are not followed, because they would send the key to another address. Connections are not kept, because Bun
 * repeats a GET on a reused connection when its answer is lost.
 */
const sendOnce = { redirect: 'manual', keepalive: false } as const

type Outcome<Data> = AnsweredCall<Data> | { error: AnyCairnError; neverArrived: boolean }

/**
 * Sends a request until it is answered, at most `1 + maxRetries` times. Attempts that find an earlier one still running
 * are not counted. Throws a `CairnError`, or the signal's reason.
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
      // An earlier attempt may have been charged, even if the last one was not.
      mayBeCharged ||= error.mayBeCharged
      error.mayBeCharged = mayBeCharged
      error.attempts = attempts
      error.idempotencyKey = request.idempotencyKey
      if (isStillRunning(error)) waits++
      const pauseMs =
        options.maxRetries === 0 || attempts - waits > options.maxRetries
          ? undefined
          : pauseBeforeRetry({ ...outcome, repeatable, attempts })
      // This error is more informative than a timeout.
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
  const data = parseJson(text)
  if (!response.ok || data === undefined) {
    return {
      error: answerError(response, { text, body: data, isPaid: mayBeCharged }),
      neverArrived: false,
    }
  }
  return { data: data as Data, facts: readFacts(response, data, attempts) }
}

/** Parses a text as JSON; returns undefined if it is invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readFacts({ status, headers }: Response, data: unknown, attempts: number): CallFacts {
  const [requestId, chargedUsd, balanceUsd] = ['x-request-id', 'x-charged', 'x-balance'].map(
    (name) => headers.get(name),
  )
  return {
    status,
    ...(requestId && { requestId }),
    ...(chargedUsd && { chargedUsd }),
    ...(balanceUsd && { balanceUsd }),
    // The answer contains all warnings. Older services send them in the header only.
    warnings:
      (data as { warnings?: string[] } | null)?.warnings ??
      headers.get('x-warnings')?.split('; ') ??
      [],
    replayed: headers.get('x-idempotent-replay') === 'true',
    attempts,
  }
}
