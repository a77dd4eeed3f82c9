import { type LatLon, wrapDegrees } from '#ground/geo'
import type { WorkSteps } from '#platform/concurrency'
import { metersPerDegree, planeMeters } from './plane.ts'
import { gapMeters, type TracePoint } from './trace.ts'

/** Off the middle between two neighbours a point has 1.5 times the mean square of independent noise. */
const secondDifferenceShare = Math.sqrt(1.5)

/** Median of a Rayleigh distribution over its root mean square. */
const medianShare = Math.sqrt(Math.LN2)

/** Fewer points say too little about the noise. */
const minPoints = 8

/**
 * How far the points of a trace are usually off, metres (root mean square), from how far they lie from the
 * middle between their neighbours: the median over the trace, so that corners and outliers do not count.
 * Noise that neighbours share is not seen. Undefined for a trace of few points.
 */
export function noiseMetersOf(points: readonly LatLon[]): number | undefined {
  const off: number[] = []
  for (let i = 1; i + 1 < points.length; i++) {
    const [before, at, after] = [points[i - 1]!, points[i]!, points[i + 1]!]
    const middle = { lat: (before.lat + after.lat) / 2, lon: (before.lon + after.lon) / 2 }
    if (planeMeters(before, after) <= gapMeters) off.push(planeMeters(at, middle))
  }
  if (off.length < minPoints) return undefined
  return median(off) / medianShare / secondDifferenceShare
}

export interface SmoothedTrace {
  points: TracePoint[]
  /** What is left of the noise, metres. */
  noiseMeters: number
}

/** The window of the smoothing, as a multiple of the noise: wider would cut corners. */
const windowShare = 3

/** Points that are smoothed in one step of some 2 ms. */
const pointsPerStep = 1_000

/** Points at each side at most: more noise than this is not smoothed away. */
const maxHalfWidth = 25

/**
 * Each point moved to a line fitted to its neighbours within some three times the noise along the way
 * (weighted local regression, Cleveland 1979). Points far apart stay where they are, and so do outliers.
 */
export function* smoothed(
  points: readonly TracePoint[],
  noiseMeters: number,
): WorkSteps<SmoothedTrace> {
  const spacing = spacingMetersOf(points)
  const halfWidth = Math.min(
    maxHalfWidth,
    Math.floor((windowShare * noiseMeters) / Math.max(spacing, 0.1) / 2),
  )
  if (halfWidth < 1) return { points: [...points], noiseMeters }
  const weights = Array.from({ length: halfWidth + 1 }, (_, k) => {
    const share = k / (halfWidth + 1)
    return (1 - share ** 3) ** 3
  })
  const moved: TracePoint[] = []
  for (const [i, point] of points.entries()) {
    if (i % pointsPerStep === 0) yield
    moved.push(fitted(points, i, weights, noiseMeters) ?? point)
  }
  const all = [...weights.slice(1), ...weights]
  const sum = all.reduce((total, weight) => total + weight, 0)
  const squares = all.reduce((total, weight) => total + weight ** 2, 0)
  return { points: moved, noiseMeters: (noiseMeters * Math.sqrt(squares)) / sum }
}

/** Metres from point to point along the way: over several points, where noise counts less. */
function spacingMetersOf(points: readonly LatLon[]): number {
  const step = Math.min(16, points.length - 1)
  const steps: number[] = []
  for (let i = step; i < points.length; i++) {
    steps.push(planeMeters(points[i - step]!, points[i]!) / step)
  }
  return median(steps)
}

/** A point on the line fitted to its neighbourhood; undefined where it has none or is an outlier. */
function fitted(
  points: readonly TracePoint[],
  i: number,
  weights: readonly number[],
  noiseMeters: number,
): TracePoint | undefined {
  const at = points[i]!
  const lonMeters = metersPerDegree * Math.cos((at.lat * Math.PI) / 180)
  const reach = weights.length - 1
  let [sum, sumK, sumKk, sumX, sumY, sumKx, sumKy] = [0, 0, 0, 0, 0, 0, 0]
  for (let k = -reach; k <= reach; k++) {
    const other = points[i + k]
    if (!other) continue
    const [x, y] = [
      wrapDegrees(other.lon - at.lon) * lonMeters,
      (other.lat - at.lat) * metersPerDegree,
    ]
    // Farther than noise and window explain: another part of the trace, or an outlier.
    if (Math.hypot(x, y) > (windowShare + 5) * noiseMeters) continue
    const weight = weights[Math.abs(k)]!
    sum += weight
    sumK += weight * k
    sumKk += weight * k * k
    sumX += weight * x
    sumY += weight * y
    sumKx += weight * k * x
    sumKy += weight * k * y
  }
  const spread = sum * sumKk - sumK * sumK
  if (spread <= 0) return undefined
  const east = (sumKk * sumX - sumK * sumKx) / spread
  const north = (sumKk * sumY - sumK * sumKy) / spread
  return { ...at, lat: at.lat + north / metersPerDegree, lon: at.lon + east / lonMeters }
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[sorted.length >> 1] ?? 0
}
