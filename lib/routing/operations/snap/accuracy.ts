import type { WorkSteps } from '#platform/concurrency'
import { noiseMetersOf, smoothed } from './noise.ts'
import type { TracePoint } from './trace.ts'

/** What the matching assumes of a trace. */
export interface TraceAccuracy {
  /** Smoothed where they jump about. */
  points: readonly TracePoint[]
  /** What the trace shows, before smoothing; 0 for a trace of few points. */
  noiseMeters: number
  /** What of it is in the points. */
  noiseLeftMeters: number
  gpsAccuracyMeters: number
  searchRadiusMeters: number
}

export const defaultAccuracyMeters = 10
const defaultRadiusMeters = 50
const maxMeters = 100

/** Traces with less noise are matched as they are. */
const minNoiseMeters = 7

/** Of the noise: with normal noise one point in 500 is farther off. */
const radiusShare = 2.5

/**
 * The points of a trace and their accuracy, for the matching: as the request states it, or else by the noise
 * that the trace shows.
 */
export function* accuracyOf(
  trace: readonly TracePoint[],
  stated: { gps_accuracy?: number | undefined; search_radius?: number | undefined },
): WorkSteps<TraceAccuracy> {
  const noiseMeters = noiseMetersOf(trace) ?? 0
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
  const { points, noiseMeters: noiseLeftMeters } = yield* smoothed(trace, noiseMeters)
  const within = (low: number, meters: number) => Math.min(maxMeters, Math.max(low, meters))
  return {
    points,
    noiseMeters,
    noiseLeftMeters,
    gpsAccuracyMeters: within(defaultAccuracyMeters, noiseLeftMeters),
    searchRadiusMeters: search_radius ?? within(defaultRadiusMeters, radiusShare * noiseLeftMeters),
  }
}
