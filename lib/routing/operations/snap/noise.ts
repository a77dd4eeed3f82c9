import { type LatLon, wrapDegrees } from '#ground/geo'
import type { WorkSteps } from '#platform/concurrency'
import { measureOnPlane, metersPerDegree } from './plane.ts'
import { gapMeters, type TracePoint } from './trace.ts'

/**
 * Ratio of a point's offset from the middle of its neighbours to its noise: independent noise has 1.5 times the mean
 * square there.
 */
const secondDifferenceShare = Math.sqrt(1.5)

/** Ratio of the median of a Rayleigh distribution to its root mean square. */
const medianShare = Math.sqrt(Math.LN2)

/** Minimum number of points for an estimate of the noise. */
const minPoints = 8

/**
 * Estimates the noise of a trace, metres (root mean square), from the distances of its points to the middle between
 * their neighbours. Uses the median over the trace, so that corners and outliers do not count. Does not detect noise
 * that neighbours share. Returns undefined for a trace of few points.
 */
export function estimateNoise(points: readonly LatLon[]): number | undefined {
  const off: number[] = []
  for (let i = 1; i + 1 < points.length; i++) {
    const [before, at, after] = [points[i - 1]!, points[i]!, points[i + 1]!]
    const middle = { lat: (before.lat + after.lat) / 2, lon: (before.lon + after.lon) / 2 }
    if (measureOnPlane(before, after) <= gapMeters) off.push(measureOnPlane(at, middle))
  }
  if (off.length < minPoints) return undefined
  return computeMedian(off) / medianShare / secondDifferenceShare
}

export interface SmoothedTrace {
  points: TracePoint[]
  /** Remaining noise, metres. */
  noiseMeters: number
}

/** Width of the smoothing window, as a multiple of the noise: a wider one would cut corners. */
const windowShare = 3

/** Number of points smoothed in one step, which takes about 2 ms. */
const pointsPerStep = 1_000

/** Maximum number of points on each side of the window. Noise beyond it is not smoothed away. */
const maxHalfWidth = 25

/**
 * Moves each point to a line fitted to its neighbours within about three times the noise along the way (weighted
 * local regression, Cleveland 1979). Leaves outliers and points far apart unchanged.
 */
export function* smoothTrace(
  points: readonly TracePoint[],
  noiseMeters: number,
): WorkSteps<SmoothedTrace> {
  const spacing = measureSpacing(points)
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
    moved.push(fitPoint(points, i, weights, noiseMeters) ?? point)
  }
  const all = [...weights.slice(1), ...weights]
  const sum = all.reduce((total, weight) => total + weight, 0)
  const squares = all.reduce((total, weight) => total + weight ** 2, 0)
  return { points: moved, noiseMeters: (noiseMeters * Math.sqrt(squares)) / sum }
}

/** Measures the distance from point to point along the way, metres, over several points, which reduces the noise. */
function measureSpacing(points: readonly LatLon[]): number {
  const step = Math.min(16, points.length - 1)
  const steps: number[] = []
  for (let i = step; i < points.length; i++) {
    steps.push(measureOnPlane(points[i - step]!, points[i]!) / step)
  }
  return computeMedian(steps)
}

/** Returns the point on the line fitted to its neighbourhood; undefined if it has none or is an outlier. */
function fitPoint(
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

function computeMedian(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[sorted.length >> 1] ?? 0
}
