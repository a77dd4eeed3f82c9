import geodesic from 'geographiclib-geodesic'
import { distanceMeters } from './distance.ts'
import type { LatLon } from './position.ts'

const { Geodesic } = geodesic
const wgs84 = Geodesic.WGS84

/** A last stretch that would round to 0.0 m is no stretch. */
const shortestStretchMeters = 0.05

/** Geodesic distance along a line to each of its positions, metres. The first is 0. */
export function geodesicMeters(line: readonly LatLon[]): Float64Array {
  const along = new Float64Array(line.length)
  for (let i = 1; i < line.length; i++)
    along[i] = along[i - 1]! + distanceMeters(line[i - 1]!, line[i]!)
  return along
}

/** How many positions {@link resample} gives for a line of this length. */
export function resampledCount(lengthMeters: number, spacingMeters: number): number {
  return Math.max(0, Math.ceil((lengthMeters - shortestStretchMeters) / spacingMeters)) + 1
}

/**
 * Positions along a line at every whole multiple of the spacing, measured along its geodesics, and the
 * end of the line. The vertices between are passed, not kept.
 *
 * @param along What {@link geodesicMeters} gives for the line.
 * @returns The positions, and the distance of each along the line in metres.
 */
export function resample(
  line: readonly LatLon[],
  along: Float64Array,
  spacingMeters: number,
): { positions: LatLon[]; distances: Float64Array } {
  const length = along.at(-1) ?? 0
  const steps = resampledCount(length, spacingMeters) - 1
  const positions: LatLon[] = []
  const distances = new Float64Array(steps + 1)
  let stretch = 0
  let geodesicLine: ReturnType<typeof lineBetween> | undefined
  for (let i = 0; i < steps; i++) {
    const distance = i * spacingMeters
    while (along[stretch + 1]! <= distance) {
      stretch++
      geodesicLine = undefined
    }
    geodesicLine ??= lineBetween(line[stretch]!, line[stretch + 1]!)
    const { lat2, lon2 } = geodesicLine.Position(
      distance - along[stretch]!,
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
