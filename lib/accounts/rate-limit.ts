import type { RateLimit } from './port.ts'
import { checkRateLimit } from './rules.ts'

/** Bursts may be this many seconds' worth of requests unless they are set. */
const burstSeconds = 4

/** A limit with the usual burst: four seconds' worth, at least one request. */
export function rateLimitOf(requestsPerSecond: number, burst?: number): RateLimit {
  const limit = {
    requestsPerSecond,
    burst: burst ?? Math.max(1, Math.ceil(burstSeconds * requestsPerSecond)),
  }
  checkRateLimit(limit)
  return limit
}

/**
 * The limit of keys whose account has none of its own: `CAIRN_REQUESTS_PER_KEY` requests a second in
 * bursts of `CAIRN_BURST_PER_KEY`. Undefined, which is no limit, where it is not set or 0.
 * Throws an `ApiError` that names the value which is not a limit.
 */
export function defaultRateLimit(env: NodeJS.ProcessEnv = process.env): RateLimit | undefined {
  const { CAIRN_REQUESTS_PER_KEY: rate, CAIRN_BURST_PER_KEY: burst } = env
  if (!rate || Number(rate) === 0) return undefined
  return rateLimitOf(Number(rate), burst ? Number(burst) : undefined)
}

/**
 * The token bucket as one number, the generic cell rate algorithm (ITU-T I.371): the theoretical arrival
 * time, when the bucket would be full again. Each request moves it on by the interval of one request; a
 * request is within the limit while it does not lie more than a burst of intervals ahead of now.
 */
export interface Cell {
  /** Milliseconds from one request to the next at the limit's rate. */
  intervalMs: number
  /** How far ahead of now the theoretical arrival time may lie before a request is admitted. */
  toleranceMs: number
}

export function cellOf({ requestsPerSecond, burst }: RateLimit): Cell {
  const intervalMs = 1000 / requestsPerSecond
  return { intervalMs, toleranceMs: (burst - 1) * intervalMs }
}
