import type { LatLon } from '../../geo/index.ts'
import { lineScale } from '../format/layout.ts'
import { turn } from './sphere.ts'

/**
 * The point of a course that is nearest, each stretch taken as straight on a map that is true to scale
 * around the middle between it and the point.
 *
 * @param courses lat, lon, lat, lon ... in 1e-6 degrees; the course stands from `start` to `end`.
 */
export function nearestOnLine(
  from: LatLon,
  courses: ArrayLike<number>,
  start: number,
  end: number,
): LatLon {
  let best = { lat: courses[start]! / lineScale, lon: courses[start + 1]! / lineScale }
  let least = Number.POSITIVE_INFINITY
  for (let i = start; i === start || i + 3 < end; i += 2) {
    // A course may be one position.
    const to = i + 3 < end ? i + 2 : i
    const lat = courses[i]! / lineScale
    const lon = courses[i + 1]! / lineScale
    const toLat = courses[to]! / lineScale
    const toLon = courses[to + 1]! / lineScale
    const scale = Math.cos(((from.lat + lat) / 2) * (Math.PI / 180))
    const x = turn(lon - from.lon) * scale
    const y = lat - from.lat
    const east = turn(toLon - lon) * scale
    const north = toLat - lat
    const length = east * east + north * north
    const share = length > 0 ? Math.min(1, Math.max(0, -(x * east + y * north) / length)) : 0
    const nearX = x + share * east
    const nearY = y + share * north
    const distance = nearX * nearX + nearY * nearY
    if (distance >= least) continue
    least = distance
    best = { lat: lat + share * north, lon: turn(lon + share * turn(toLon - lon)) }
  }
  return best
}
