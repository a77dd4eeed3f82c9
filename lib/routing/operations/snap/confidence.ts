import { type LatLon, roundConfidence } from '#ground/geo'
import { measureOnPlane } from './plane.ts'

/** Facts about a match that determine its confidence. */
export interface TraceMatch {
  /** Distance of each point from the matched route; null when unmatched. */
  distancesMeters: readonly (number | null)[]
  /** Usual error of the points: stated, or measured from the trace. */
  accuracyMeters: number
  /** Length of the trace within the pieces, without its noise. */
  traceMeters: number
  wayMeters: number
  /** Number of breaks of the matched route within gapless parts of the trace. */
  breaks: number
}

/** Distance at which a point's evidence about the route counts half. */
const halfMeters = 200

/** Relative difference of lengths that still agree: points and noise cut corners. */
const lengthTolerance = 0.03

/** Length of the route that is lost around a break, as a multiple of the accuracy. */
const lostShare = 4

/**
 * Estimates the share of the matched route that is right, 0..1. It is the mean over the points, times the agreement
 * of the lengths of route and trace, times the share of the route that is not lost at breaks. A point counts less the
 * farther it is from the route: half at {@link halfMeters}, beyond twice the accuracy also in inverse proportion to
 * its distance, and not at all when unmatched.
 *
 * Measured on 2,084 matches in Andorra and Porto, good and bad, with 3 to 30 m of noise and stated accuracies of
 * none, 5, 10 and 25 m: the average share of the route that was right was 0.26, 0.51, 0.62, 0.73, 0.84, 0.92, 0.96
 * and 0.99 at confidences of 0.20, 0.39, 0.55, 0.65, 0.76, 0.85, 0.92 and 0.98.
 */
export function estimateConfidence({
  distancesMeters,
  accuracyMeters,
  traceMeters,
  wayMeters,
  breaks,
}: TraceMatch): number {
  const near = 2 * accuracyMeters
  let sum = 0
  for (const distance of distancesMeters) {
    if (distance === null) continue
    sum += (distance <= near ? 1 : near / distance) / (1 + distance / halfMeters)
  }
  const differing = Math.abs(wayMeters - traceMeters) - lengthTolerance * traceMeters - near
  const agreeing = 1 - Math.max(0, differing) / Math.max(wayMeters, traceMeters, 1)
  const whole = 1 / (1 + (breaks * lostShare * accuracyMeters) / Math.max(traceMeters, near))
  return roundConfidence((sum / distancesMeters.length) * agreeing * whole)
}

/**
 * Measures the length of a trace with noise: skips points nearer than four times the noise, so that noise adds about
 * 3 %. Counts every point of a trace without noise.
 */
export function measureTrace(points: readonly LatLon[], noiseMeters: number): number {
  let meters = 0
  let last = points[0]!
  for (const point of points) {
    const step = measureOnPlane(last, point)
    if (step < 4 * noiseMeters && point !== points.at(-1)) continue
    meters += step
    last = point
  }
  return meters
}
