import { type LatLon, wrapDegrees } from '#ground/geo'
import { lineScale } from '../format/layout.ts'

/**
 * Finds the point of a line that is nearest to `from`. Each segment is projected to a plane that is true to
 * scale at the mean latitude of `from` and the segment's start.
 *
 * @param positions lat, lon, lat, lon ... in 1e-6 degrees; the line begins at index `start` and ends before `end`.
 */
export function findNearestOnLine(
  from: LatLon,
  positions: ArrayLike<number>,
  start: number,
  end: number,
): LatLon {
  let best = { lat: positions[start]! / lineScale, lon: positions[start + 1]! / lineScale }
  let minDistanceSquared = Number.POSITIVE_INFINITY
  for (let i = start; i === start || i + 3 < end; i += 2) {
    // A line may consist of one position.
    const to = i + 3 < end ? i + 2 : i
    const lat = positions[i]! / lineScale
    const lon = positions[i + 1]! / lineScale
    const toLat = positions[to]! / lineScale
    const toLon = positions[to + 1]! / lineScale
    const scale = Math.cos(((from.lat + lat) / 2) * (Math.PI / 180))
    const x = wrapDegrees(lon - from.lon) * scale
    const y = lat - from.lat
    const east = wrapDegrees(toLon - lon) * scale
    const north = toLat - lat
    const lengthSquared = east * east + north * north
    const share =
      lengthSquared > 0 ? Math.min(1, Math.max(0, -(x * east + y * north) / lengthSquared)) : 0
    const nearX = x + share * east
    const nearY = y + share * north
    const distanceSquared = nearX * nearX + nearY * nearY
    if (distanceSquared >= minDistanceSquared) continue
    minDistanceSquared = distanceSquared
    best = { lat: lat + share * north, lon: wrapDegrees(lon + share * wrapDegrees(toLon - lon)) }
  }
  return best
}
