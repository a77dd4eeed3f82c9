import { cellToBoundary } from 'h3-js'
import {
  type MultiPolygon,
  type Polygon,
  type Position,
  roundCoordinate,
  wrapDegrees,
} from '#ground/geo'

/**
 * A hexagon as an RFC 7946 geometry: a closed, counterclockwise ring; two that end at the antimeridian
 * where it crosses that; around a pole the band between the hexagon's corners and the pole.
 */
export function hexGeometry(id: string): Polygon | MultiPolygon {
  const boundary = cellToBoundary(id, true) as Corner[]
  if (width(boundary) < 180)
    return { type: 'Polygon', coordinates: [closed(boundary.slice(0, -1))] }
  const parts = cutAtAntimeridian(unwrapped(boundary))
  const [first, ...more] = parts.map((part) => [closed(part)])
  if (more.length === 0) return { type: 'Polygon', coordinates: first! }
  return { type: 'MultiPolygon', coordinates: [first!, ...more] }
}

type Corner = [lon: number, lat: number]

/** Corners without the closing one; over the antimeridian longitudes go on beyond 180. */
function unwrapped(boundary: readonly Corner[]): Corner[] {
  const corners: Corner[] = []
  for (const [lon, lat] of boundary) {
    const before = corners.at(-1)?.[0] ?? lon
    corners.push([before + wrapDegrees(lon - before), lat])
  }
  // The closing corner: the first again, or a whole turn further when a pole is inside.
  const last = corners.pop()!
  const turn = last[0] - corners[0]![0]
  if (Math.abs(turn) < 180) return corners
  return aroundPole(corners)
}

/** From -180 to 180 along the corners, and back along the pole. */
function aroundPole(corners: readonly Corner[]): Corner[] {
  const eastward = corners
    .map(([lon, lat]): Corner => [wrapDegrees(lon), lat])
    .sort(([a], [b]) => a - b)
  const [first, last] = [eastward[0]!, eastward.at(-1)!]
  const share = (180 - last[0]) / (first[0] + 360 - last[0])
  const edge = last[1] + share * (first[1] - last[1])
  const pole = 90 * Math.sign(edge)
  return [[-180, pole], [-180, edge], ...eastward, [180, edge], [180, pole]]
}

/** One ring or two, each within -180 to 180. */
function cutAtAntimeridian(ring: readonly Corner[]): Corner[][] {
  const edge = ring.some(([lon]) => lon > 180) ? 180 : -180
  const parts = [1, -1].map((side) =>
    half(ring, edge, side).map(([lon, lat]): Corner => {
      const beyond = edge === 180 ? side > 0 : side < 0
      return [beyond ? lon - 2 * edge : lon, lat]
    }),
  )
  return parts.filter((part) => part.length >= 3 && width(part) > 0)
}

/** The part of a convex ring on one side of a meridian (Sutherland and Hodgman 1974). */
function half(ring: readonly Corner[], edge: number, side: number): Corner[] {
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

function width(ring: readonly Corner[]): number {
  let [west, east] = [Infinity, -Infinity]
  for (const [lon] of ring) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
  }
  return east - west
}

function closed(ring: readonly Corner[]): Position[] {
  const rounded = ring.map(([lon, lat]): Position => [roundCoordinate(lon), roundCoordinate(lat)])
  const counterclockwise = signedArea(ring) < 0 ? rounded.reverse() : rounded
  return [...counterclockwise, counterclockwise[0]!]
}

function signedArea(ring: readonly Corner[]): number {
  return ring.reduce((sum, [lon, lat], i) => {
    const [fromLon, fromLat] = ring[i === 0 ? ring.length - 1 : i - 1]!
    return sum + fromLon * lat - lon * fromLat
  }, 0)
}
