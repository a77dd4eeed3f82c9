import type { RateLimit } from './port.ts'
import { checkRateLimit } from './validation.ts'

/** Default burst, in seconds at the limit's rate. */
const burstSeconds = 4

/** A limit with the default burst: four seconds' worth, at least one request. */
export function rateLimitOf(requestsPerSecond: number, burst?: number): RateLimit {
  const limit = {
    requestsPerSecond,
    burst: burst ?? Math.max(1, Math.ceil(burstSeconds * requestsPerSecond)),
  }
  checkRateLimit(limit)
  return limit
}

/**
 * The limit of keys of accounts without their own: `CAIRN_REQUESTS_PER_KEY` requests a second in bursts of
 * `CAIRN_BURST_PER_KEY`. Undefined, meaning no limit, when it is not set or 0.
 * Throws an `ApiError` that names an invalid value.
 */
export function defaultRateLimit(env: NodeJS.ProcessEnv = process.env): RateLimit | undefined {
  const { CAIRN_REQUESTS_PER_KEY: rate, CAIRN_BURST_PER_KEY: burst } = env
  if (!rate || Number(rate) === 0) return undefined
  return rateLimitOf(Number(rate), burst ? Number(burst) : undefined)
}

/**
 * A token bucket by the generic cell rate algorithm (GCRA, ITU-T I.371), whose state is one number: the
 * theoretical arrival time, when the bucket would be full again. Each request adds the interval of one
 * request to it; a request is within the limit while it is at most a burst of intervals ahead of now.
 */
export interface GcraParameters {
  /** Milliseconds from one request to the next at the limit's rate. */
  intervalMs: number
  /** Maximum lead of the theoretical arrival time over now at which a request is admitted. */
  toleranceMs: number
  /**
   * Maximum lead that admitted requests and clocks that differ by {@link maxClockSkewMs} can cause. A larger one
   * was written by a clock that has been set back since, or under a wider limit: the bucket counts as empty.
   */
  maxLeadMs: number
}

/** Milliseconds by which the clocks of two machines may differ. */
const maxClockSkewMs = 5000

export function gcraParameters({ requestsPerSecond, burst }: RateLimit): GcraParameters {
  const intervalMs = 1000 / requestsPerSecond
  const toleranceMs = (burst - 1) * intervalMs
  return { intervalMs, toleranceMs, maxLeadMs: toleranceMs + intervalMs + maxClockSkewMs }
}
