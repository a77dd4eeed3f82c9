import { cellToBoundary } from 'h3-js'
import {
  type MultiPolygon,
  type Polygon,
  type Position,
  roundCoordinate,
  wrapDegrees,
} from '#ground/geo'

/**
 * Converts a hexagon to an RFC 7946 geometry: a closed, counterclockwise ring. A hexagon that crosses the
 * antimeridian is cut there into two rings. Around a pole the ring is the band between the hexagon's corners and the
 * pole.
 */
export function toHexGeometry(id: string): Polygon | MultiPolygon {
  const boundary = cellToBoundary(id, true) as Corner[]
  if (measureWidth(boundary) < 180)
    return { type: 'Polygon', coordinates: [closeRing(boundary.slice(0, -1))] }
  const parts = cutAtAntimeridian(unwrapCorners(boundary))
  const [first, ...more] = parts.map((part) => [closeRing(part)])
  if (more.length === 0) return { type: 'Polygon', coordinates: first! }
  return { type: 'MultiPolygon', coordinates: [first!, ...more] }
}

type Corner = [lon: number, lat: number]

/** Returns the corners without the closing one, with continuous longitudes: across the antimeridian they exceed 180. */
function unwrapCorners(boundary: readonly Corner[]): Corner[] {
  const corners: Corner[] = []
  for (const [lon, lat] of boundary) {
    const before = corners.at(-1)?.[0] ?? lon
    corners.push([before + wrapDegrees(lon - before), lat])
  }
  // The closing corner equals the first one, or is a whole turn away when the hexagon contains a pole.
  const last = corners.pop()!
  const turn = last[0] - corners[0]![0]
  if (Math.abs(turn) < 180) return corners
  return closeAroundPole(corners)
}

/** Builds a ring that runs from -180 to 180 along the corners and back along the pole. */
function closeAroundPole(corners: readonly Corner[]): Corner[] {
  const eastward = corners
    .map(([lon, lat]): Corner => [wrapDegrees(lon), lat])
    .sort(([a], [b]) => a - b)
  const [first, last] = [eastward[0]!, eastward.at(-1)!]
  const share = (180 - last[0]) / (first[0] + 360 - last[0])
  const edge = last[1] + share * (first[1] - last[1])
  const pole = 90 * Math.sign(edge)
  return [[-180, pole], [-180, edge], ...eastward, [180, edge], [180, pole]]
}

/** Cuts a ring at the antimeridian into one or two rings, each within -180..180. */
function cutAtAntimeridian(ring: readonly Corner[]): Corner[][] {
  const edge = ring.some(([lon]) => lon > 180) ? 180 : -180
  const parts = [1, -1].map((side) =>
    clipToSide(ring, edge, side).map(([lon, lat]): Corner => {
      const beyond = edge === 180 ? side > 0 : side < 0
      return [beyond ? lon - 2 * edge : lon, lat]
    }),
  )
  return parts.filter((part) => part.length >= 3 && measureWidth(part) > 0)
}

/** Clips a convex ring to one side of a meridian (Sutherland and Hodgman 1974). */
function clipToSide(ring: readonly Corner[], edge: number, side: number): Corner[] {
  const isInside = ([lon]: Corner) => (lon - edge) * side >= 0
  const kept: Corner[] = []
  ring.forEach((to, i) => {
    const from = ring[i === 0 ? ring.length - 1 : i - 1]!
    if (isInside(from) !== isInside(to)) {
      const share = (edge - from[0]) / (to[0] - from[0])
      kept.push([edge, from[1] + share * (to[1] - from[1])])
    }
    if (isInside(to)) kept.push(to)
  })
  return kept
}

function measureWidth(ring: readonly Corner[]): number {
  let [west, east] = [Infinity, -Infinity]
  for (const [lon] of ring) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
  }
  return east - west
}

function closeRing(ring: readonly Corner[]): Position[] {
  const rounded = ring.map(([lon, lat]): Position => [roundCoordinate(lon), roundCoordinate(lat)])
  const counterclockwise = computeSignedArea(ring) < 0 ? rounded.reverse() : rounded
  return [...counterclockwise, counterclockwise[0]!]
}

function computeSignedArea(ring: readonly Corner[]): number {
  return ring.reduce((sum, [lon, lat], i) => {
    const [fromLon, fromLat] = ring[i === 0 ? ring.length - 1 : i - 1]!
    return sum + fromLon * lat - lon * fromLat
  }, 0)
}
