import geodesic from 'geographiclib-geodesic'
import { runAtOnce, type WorkSteps } from '../../platform/concurrency/steps.ts'
import { distanceMeters } from './distance.ts'
import type { LatLon } from './position.ts'

const { Geodesic } = geodesic
const wgs84 = Geodesic.WGS84

/** Number of positions measured per step. A geodesic takes a few microseconds. */
const positionsPerStep = 500

/** Minimum length of the last segment. A shorter one would round to 0.0 m. */
const minSegmentMeters = 0.05

/** Measures the geodesic distance along a line to each of its positions, metres. The first is 0. */
export function measureGeodesics(line: readonly LatLon[]): Float64Array {
  return runAtOnce(measureGeodesicsInSteps(line))
}

/** Runs {@link measureGeodesics} in steps. */
export function* measureGeodesicsInSteps(line: readonly LatLon[]): WorkSteps<Float64Array> {
  const along = new Float64Array(line.length)
  for (let i = 1; i < line.length; i++) {
    if (i % positionsPerStep === 0) yield
    along[i] = along[i - 1]! + distanceMeters(line[i - 1]!, line[i]!)
  }
  return along
}

/** Returns the number of positions that {@link resample} returns for a line of this length. */
export function countResampled(lengthMeters: number, spacingMeters: number): number {
  return Math.max(0, Math.ceil((lengthMeters - minSegmentMeters) / spacingMeters)) + 1
}

export interface ResampledLine {
  positions: LatLon[]
  /** Distances along the line, metres. */
  distances: Float64Array
}

/**
 * Returns positions along a line at every whole multiple of the spacing, along its geodesics, and at its end. Its
 * vertices are not kept.
 *
 * @param along {@link measureGeodesics} of the line.
 * @returns The positions, and the distance of each along the line in metres.
 */
export function resample(
  line: readonly LatLon[],
  along: Float64Array,
  spacingMeters: number,
): ResampledLine {
  return runAtOnce(resampleInSteps(line, along, spacingMeters))
}

/** Runs {@link resample} in steps. */
export function* resampleInSteps(
  line: readonly LatLon[],
  along: Float64Array,
  spacingMeters: number,
): WorkSteps<ResampledLine> {
  const length = along.at(-1) ?? 0
  const steps = countResampled(length, spacingMeters) - 1
  const positions: LatLon[] = []
  const distances = new Float64Array(steps + 1)
  let segment = 0
  let geodesicLine: ReturnType<typeof makeGeodesic> | undefined
  for (let i = 0; i < steps; i++) {
    if (i > 0 && i % positionsPerStep === 0) yield
    const distance = i * spacingMeters
    while (along[segment + 1]! <= distance) {
      segment++
      geodesicLine = undefined
    }
    geodesicLine ??= makeGeodesic(line[segment]!, line[segment + 1]!)
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

function makeGeodesic(from: LatLon, to: LatLon) {
  const needed = Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.DISTANCE_IN
  return wgs84.InverseLine(from.lat, from.lon, to.lat, to.lon, needed)
}
