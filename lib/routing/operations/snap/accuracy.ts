import type { WorkSteps } from '#platform/concurrency'
import { estimateNoise, smoothTrace } from './noise.ts'
import type { TracePoint } from './trace.ts'

/** Assumptions of the matching about a trace. */
export interface TraceAccuracy {
  /** Points of the trace, smoothed if they jump about. */
  points: readonly TracePoint[]
  /** Noise of the trace before smoothing; 0 for a trace of few points. */
  noiseMeters: number
  /** Noise left in `points`. */
  noiseLeftMeters: number
  gpsAccuracyMeters: number
  searchRadiusMeters: number
}

export const defaultAccuracyMeters = 10
const defaultRadiusMeters = 50
const maxMeters = 100

/** Traces with less noise are matched unchanged. */
const minNoiseMeters = 7

/** Search radius as a multiple of the noise: with normal noise one point in 500 is farther off. */
const radiusShare = 2.5

/**
 * Prepares the points of a trace and their accuracy for the matching: from the request if it states an accuracy, else
 * from the noise of the trace.
 */
export function* estimateAccuracy(
  trace: readonly TracePoint[],
  stated: { gps_accuracy?: number | undefined; search_radius?: number | undefined },
): WorkSteps<TraceAccuracy> {
  const noiseMeters = estimateNoise(trace) ?? 0
  const { gps_accuracy, search_radius } = stated
  if (gps_accuracy !== undefined || noiseMeters < minNoiseMeters) {
    return {
      points: trace,
      noiseMeters,
      noiseLeftMeters: noiseMeters,
      gpsAccuracyMeters: gps_accuracy ?? defaultAccuracyMeters,
      searchRadiusMeters: search_radius ?? defaultRadiusMeters,
    }
  }
  const { points, noiseMeters: noiseLeftMeters } = yield* smoothTrace(trace, noiseMeters)
  const within = (low: number, meters: number) => Math.min(maxMeters, Math.max(low, meters))
  return {
    points,
    noiseMeters,
    noiseLeftMeters,
    gpsAccuracyMeters: within(defaultAccuracyMeters, noiseLeftMeters),
    searchRadiusMeters: search_radius ?? within(defaultRadiusMeters, radiusShare * noiseLeftMeters),
  }
}
