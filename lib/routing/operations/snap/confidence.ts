import { type LatLon, roundConfidence } from '#ground/geo'
import { planeMeters } from './plane.ts'

/** What is known of a match. */
export interface TraceMatch {
  /** Of each point from the way; null when unmatched. */
  distancesMeters: readonly (number | null)[]
  /** How far points are usually off: as stated or as the trace shows. */
  accuracyMeters: number
  /** Length of the trace within the pieces, without its noise. */
  traceMeters: number
  wayMeters: number
  /** Breaks of the way where the trace has no gap. */
  breaks: number
}

/** At this distance a point says half as much about which way was taken. */
const halfMeters = 200

/** Lengths that differ by less, as a share, agree: corners are cut by points and by noise. */
const lengthTolerance = 0.03

/** Of the way, lost around a break, as a multiple of the accuracy. */
const lostShare = 4

/**
 * An estimate of the share of the way that is right, 0..1: the mean over the points, times how well the
 * lengths of way and trace agree, times what is left of the way beside its breaks. A point counts less the
 * farther it is from the way, half at {@link halfMeters}; beyond twice the accuracy also in inverse proportion
 * to its distance; and not at all when unmatched.
 *
 * Of 2,084 matches in Andorra and Porto, good and bad, with 3 to 30 m of noise and stated accuracies of none, 5, 10
 * and 25 m, the share of the way that was right was on average 0.26, 0.51, 0.62, 0.73, 0.84, 0.92, 0.96 and 0.99 at
 * confidences of 0.20, 0.39, 0.55, 0.65, 0.76, 0.85, 0.92 and 0.98.
 */
export function confidenceOf({
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
 * The length of a trace with noise: from point to point no nearer than four times the noise, where it adds
 * some 3 %. Every point counts where there is none.
 */
export function lengthMetersOf(points: readonly LatLon[], noiseMeters: number): number {
  let meters = 0
  let last = points[0]!
  for (const point of points) {
    const step = planeMeters(last, point)
    if (step < 4 * noiseMeters && point !== points.at(-1)) continue
    meters += step
    last = point
  }
  return meters
}
