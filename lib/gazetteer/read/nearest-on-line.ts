import type { LatLon } from '../../geo/index.ts'
import { lineScale } from '../format/layout.ts'
import { turn } from './sphere.ts'

/**
 * The nearest point of a line. Each segment is projected to a plane that is true to scale at the mean
 * latitude of its start and the point.
 *
 * @param positions lat, lon, lat, lon ... in 1e-6 degrees; the line is at the indexes `start` to `end`.
 */
export function nearestOnLine(
  from: LatLon,
  positions: ArrayLike<number>,
  start: number,
  end: number,
): LatLon {
  let best = { lat: positions[start]! / lineScale, lon: positions[start + 1]! / lineScale }
  let minDistance = Number.POSITIVE_INFINITY
  for (let i = start; i === start || i + 3 < end; i += 2) {
    // A line may have one position.
    const to = i + 3 < end ? i + 2 : i
    const lat = positions[i]! / lineScale
    const lon = positions[i + 1]! / lineScale
    const toLat = positions[to]! / lineScale
    const toLon = positions[to + 1]! / lineScale
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
    if (distance >= minDistance) continue
    minDistance = distance
    best = { lat: lat + share * north, lon: turn(lon + share * turn(toLon - lon)) }
  }
  return best
}
