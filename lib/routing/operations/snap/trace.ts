import { distanceMeters, isWithinMeters, type LatLon } from '#ground/geo'
import { measureOnPlane } from './plane.ts'

/** A position of the trace; `index` is its position in the request. */
export interface TracePoint extends LatLon {
  index: number
  /** Time in seconds, from any origin. */
  time?: number
  /** Whether a new piece begins here, even if the previous point is near. */
  startsPiece?: boolean
}

/** Points farther apart than this belong to different pieces: the engine's breakage distance. */
export const gapMeters = 2_000

/** The engine's limit is 500 km; longer pieces are cut and share a point. */
const maxPieceMeters = 400_000

/** Cuts a trace at gaps, and where a run gets longer than the engine's limit. */
export function* cutAtGaps(points: readonly TracePoint[]): Generator<TracePoint[]> {
  let run: TracePoint[] = []
  let lengthMeters = 0
  for (const point of points) {
    const before = run.at(-1)
    const step = before ? measureStep(before, point) : 0
    lengthMeters += step
    const isGap = step > gapMeters || point.startsPiece === true
    if (isGap || lengthMeters > maxPieceMeters) {
      if (run.length > 0) yield run
      // A cut for length leaves no gap: the next run begins where this one ends.
      run = isGap ? [] : [before!]
      lengthMeters = isGap ? 0 : step
    }
    run.push(point)
  }
  if (run.length > 0) yield run
}

/** Measures a step: exactly if it is a gap, otherwise within a percent and ten times as fast. */
function measureStep(from: LatLon, to: LatLon): number {
  return isWithinMeters(from, to, gapMeters)
    ? Math.min(gapMeters, measureOnPlane(from, to))
    : distanceMeters(from, to)
}

/** Removes the points inside excluded polygons; a new piece begins after each of them. */
export function cutAtExclusions(
  points: readonly TracePoint[],
  polygonAt: (at: LatLon) => number,
): TracePoint[] {
  return points.flatMap((point, i) => {
    if (polygonAt(point) >= 0) return []
    const before = points[i - 1]
    return before && polygonAt(before) >= 0 ? { ...point, startsPiece: true } : point
  })
}

/** Drops outliers: a single point far from both its neighbours, which are near each other. */
export function removeSpikes(runs: Iterable<TracePoint[]>): TracePoint[][] {
  const kept: TracePoint[][] = []
  let spike: TracePoint[] | undefined
  for (const run of runs) {
    const before = kept.at(-1)
    if (spike && before && distanceMeters(before.at(-1)!, run[0]!) <= gapMeters) {
      for (const point of run) before.push(point)
      spike = undefined
      continue
    }
    if (spike) kept.push(spike)
    spike = run.length === 1 && kept.length > 0 ? run : undefined
    if (!spike) kept.push(run)
  }
  if (spike) kept.push(spike)
  return kept
}

/** Cuts at the given starts; runs of a single point are dropped. */
export function cutAt(points: readonly TracePoint[], starts: ReadonlySet<number>): TracePoint[][] {
  const borders = [0, ...[...starts].sort((a, b) => a - b), points.length]
  return borders
    .slice(1)
    .map((to, i) => points.slice(borders[i], to))
    .filter((part) => part.length > 1)
}
