import geodesic from 'geographiclib-geodesic'
import { runAtOnce, type WorkSteps } from '../../platform/concurrency/steps.ts'
import { distanceMeters } from './distance.ts'
import type { LatLon } from './position.ts'

const { Geodesic } = geodesic
const wgs84 = Geodesic.WGS84

/** A geodesic takes some microseconds. */
const positionsPerStep = 500

/** A shorter last segment would round to 0.0 m. */
const minSegmentMeters = 0.05

/** Geodesic distance along a line to each of its positions, metres. The first is 0. */
export function geodesicMeters(line: readonly LatLon[]): Float64Array {
  return runAtOnce(geodesicSteps(line))
}

/** The steps of {@link geodesicMeters}. */
export function* geodesicSteps(line: readonly LatLon[]): WorkSteps<Float64Array> {
  const along = new Float64Array(line.length)
  for (let i = 1; i < line.length; i++) {
    if (i % positionsPerStep === 0) yield
    along[i] = along[i - 1]! + distanceMeters(line[i - 1]!, line[i]!)
  }
  return along
}

/** Number of positions that {@link resample} gives for a line of this length. */
export function resampledCount(lengthMeters: number, spacingMeters: number): number {
  return Math.max(0, Math.ceil((lengthMeters - minSegmentMeters) / spacingMeters)) + 1
}

export interface ResampledLine {
  positions: LatLon[]
  /** Metres along the line. */
  distances: Float64Array
}

/**
 * Positions along a line at every whole multiple of the spacing, along its geodesics, and at its end. Its
 * vertices are not kept.
 *
 * @param along {@link geodesicMeters} of the line.
 * @returns The positions, and the distance of each along the line in metres.
 */
export function resample(
  line: readonly LatLon[],
  along: Float64Array,
  spacingMeters: number,
): ResampledLine {
  return runAtOnce(resampleSteps(line, along, spacingMeters))
}

/** The steps of {@link resample}. */
export function* resampleSteps(
  line: readonly LatLon[],
  along: Float64Array,
  spacingMeters: number,
): WorkSteps<ResampledLine> {
  const length = along.at(-1) ?? 0
  const steps = resampledCount(length, spacingMeters) - 1
  const positions: LatLon[] = []
  const distances = new Float64Array(steps + 1)
  let segment = 0
  let geodesicLine: ReturnType<typeof lineBetween> | undefined
  for (let i = 0; i < steps; i++) {
    if (i > 0 && i % positionsPerStep === 0) yield
    const distance = i * spacingMeters
    while (along[segment + 1]! <= distance) {
      segment++
      geodesicLine = undefined
    }
    geodesicLine ??= lineBetween(line[segment]!, line[segment + 1]!)
    const { lat2, lon2 } = geodesicLine.Position(
      distance - along[segment]!,
      Geodesic.LATITUDE | Geodesic.LONGITUDE,
    )
    positions.push({ lat: lat2!, lon: lon2! })
    distances[i] = distance
  }
  const end = line.at(-1)
  if (end) positions.push({ lat: end.lat, lon: end.lon })
  distances[steps] = length
  return { positions, distances }
}

function lineBetween(from: LatLon, to: LatLon) {
  const needed = Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.DISTANCE_IN
  return wgs84.InverseLine(from.lat, from.lon, to.lat, to.lon, needed)
}
