import type { RateLimit } from './port.ts'
import { checkRateLimit } from './validation.ts'

/** Default burst, in seconds of requests at the limit's rate. */
const burstSeconds = 4

/** Makes a rate limit. The default burst is four seconds of requests, at least one. */
export function makeRateLimit(requestsPerSecond: number, burst?: number): RateLimit {
  const limit = {
    requestsPerSecond,
    burst: burst ?? Math.max(1, Math.ceil(burstSeconds * requestsPerSecond)),
  }
  checkRateLimit(limit)
  return limit
}

/**
 * Reads the limit for keys of accounts without their own: `CAIRN_REQUESTS_PER_KEY` requests a second in bursts of
 * `CAIRN_BURST_PER_KEY`. Returns `undefined`, meaning no limit, when it is not set or 0. Throws an `ApiError` that
 * names an invalid value.
 */
export function readDefaultRateLimit(env: NodeJS.ProcessEnv = process.env): RateLimit | undefined {
  const { CAIRN_REQUESTS_PER_KEY: rate, CAIRN_BURST_PER_KEY: burst } = env
  if (!rate || Number(rate) === 0) return undefined
  return makeRateLimit(Number(rate), burst ? Number(burst) : undefined)
}

/**
 * Parameters of a token bucket by the generic cell rate algorithm (GCRA, ITU-T I.371). Its state is one number, the
 * theoretical arrival time, at which the bucket would be full again. Each request advances it by the interval of one
 * request. A request is within the limit while the arrival time is at most a burst of intervals ahead of now.
 */
export interface GcraParameters {
  /** Milliseconds from one request to the next at the limit's rate. */
  intervalMs: number
  /** Maximum lead of the theoretical arrival time over now at which a request is admitted. */
  toleranceMs: number
  /**
   * Maximum lead that admitted requests and clocks that differ by {@link maxClockSkewMs} can cause. A larger lead was
   * written by a clock that has since been set back, or under a wider limit: the bucket then counts as empty.
   */
  maxLeadMs: number
}

/** Maximum difference between the clocks of two machines, ms. */
const maxClockSkewMs = 5000

export function computeGcraParameters({ requestsPerSecond, burst }: RateLimit): GcraParameters {
  const intervalMs = 1000 / requestsPerSecond
  const toleranceMs = (burst - 1) * intervalMs
  return { intervalMs, toleranceMs, maxLeadMs: toleranceMs + intervalMs + maxClockSkewMs }
}
