import geodesic from 'geographiclib-geodesic'
import findCrossings from 'geojson-polygon-self-intersections'
import { wrapDegrees } from '#ground/geo'
import type { LonLat, SearchArea } from '../prediction.ts'
import { areaLimits } from './limits.ts'
import type { PlanePoint, PlaneShape } from './plane-shape.ts'
import { assertOnGlobe, onPlane, planeAround, samePosition } from './positions.ts'
import { refusal, roundedUp } from './refusal.ts'
import { insideRings, metersToRing } from './rings.ts'

/** What is asked of a polygon, beyond being one. */
export interface PolygonRules {
  /** The field of its rings, for messages. */
  path: string
  maxSquareKilometers: number
}

const areaRules: PolygonRules = {
  path: 'area.geometry.coordinates',
  maxSquareKilometers: areaLimits.polygonSquareKilometers,
}

/**
 * Tolerance between a hole and the ring around it: an edge along a parallel is off it by half a metre on
 * 5 km, as a straight line.
 */
const touchingMeters = 1

/** A thousandth of a square metre at the equator: rounding of positions on one line. */
const minSquareDegrees = 1e-13

/**
 * A polygon with holes. Edges are straight on the plane, so polygons over the antimeridian or around a pole
 * are no special cases.
 *
 * @throws ApiError `bad_request` when a ring is not closed or crosses itself or another, a hole is not
 * inside, or the area is none or over its limit.
 */
export function polygonShape(
  { rings }: Pick<Extract<SearchArea, { type: 'polygon' }>, 'rings'>,
  { path, maxSquareKilometers }: PolygonRules = areaRules,
): PlaneShape {
  assertRings(rings, path)
  const outer = rings[0]!
  const { plane, reachMeters } = planeAround(outer, 0, path)
  const planeRings = rings.map((ring) => onPlane(plane, ring))
  planeRings.forEach((ring, i) => {
    const distinct = new Set(ring.map(({ east, north }) => `${east} ${north}`)).size
    if (distinct < 3) throw refusal(`${path}.${i}`, 'must have at least 3 different positions')
  })
  assertNoCrossing(rings, planeRings, path)
  assertHolesInside(planeRings, path)
  const squareMeters = rings.reduce(
    (sum, ring, i) => sum + (i === 0 ? 1 : -1) * geodesicSquareMeters(ring),
    0,
  )
  // An area under a square metre comes from rounding of coordinates. Positions on one parallel enclose some,
  // as geodesics bulge towards the pole; as GeoJSON, whose edges are straight in degrees, they enclose none.
  if (!(squareMeters >= 1) || squareDegrees(outer) < minSquareDegrees) {
    throw refusal(path, 'encloses no area')
  }
  if (squareMeters > maxSquareKilometers * 1e6) {
    const found = roundedUp(squareMeters / 1e6)
    throw refusal(path, `encloses ${found} km2 and may enclose ${maxSquareKilometers}`)
  }
  const outline = planeRings.map((ring) => [...ring, ring[0]!])
  return {
    plane,
    squareMeters,
    widthMeters: (2 * squareMeters) / outline.reduce((sum, line) => sum + lengthMeters(line), 0),
    reachMeters,
    contains: insideRings(planeRings),
    lines: outline,
    beyondMeters: 0,
    encloses: true,
  }
}

/** Checks of single rings, by their positions alone. */
function assertRings(rings: readonly (readonly LonLat[])[], path: string): void {
  if (rings.length === 0) throw refusal(path, 'must have a ring')
  const count = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (count > areaLimits.positions) {
    const max = areaLimits.positions.toLocaleString('en-US')
    throw refusal(path, `must have at most ${max} positions in all; it has ${count}`)
  }
  rings.forEach((ring, i) => {
    const ringPath = `${path}.${i}`
    if (ring.length < 4)
      throw refusal(ringPath, 'must have at least 4 positions, the last as the first')
    assertOnGlobe(ring, ringPath)
    if (!samePosition(ring[0]!, ring.at(-1)!)) {
      throw refusal(ringPath, 'is not closed: its last position must be the same as its first')
    }
  })
}

function assertNoCrossing(
  rings: readonly (readonly LonLat[])[],
  planeRings: readonly (readonly PlanePoint[])[],
  path: string,
): void {
  planeRings.forEach((ring, i) => {
    const seen = new Set<string>()
    // Without the closing position.
    for (const { east, north } of ring.slice(0, -1)) {
      const key = `${east} ${north}`
      if (seen.has(key)) {
        throw refusal(`${path}.${i}`, 'comes to one position twice; send its parts one by one')
      }
      seen.add(key)
    }
  })
  const coordinates = planeRings.map((ring) => ring.map(({ east, north }) => [east, north]))
  const geometry = { type: 'Polygon', coordinates } as const
  findCrossings(
    { type: 'Feature', properties: {}, geometry },
    {
      reportVertexOnEdge: true,
      // Throws at the first crossing: a tangle of a thousand edges has half a million.
      callbackFunction: ({ isect, ring0, edge0, start0, end0, ring1, edge1, start1, end1 }) => {
        const touches = [start0, end0, start1, end1].some(
          (end) => Math.hypot(end[0]! - isect[0]!, end[1]! - isect[1]!) < touchingMeters,
        )
        // A hole may touch the ring around it; assertHolesInside checks whether it goes beyond.
        if (touches && ring0 !== ring1) return
        const at = rings[ring0]![edge0]!
        const near = `near [${at[0]}, ${at[1]}]`
        if (ring0 !== ring1) throw refusal(`${path}.${ring0}`, `crosses ring ${ring1} ${near}`)
        const where = `its edges ${Math.min(edge0, edge1)} and ${Math.max(edge0, edge1)} meet`
        throw refusal(`${path}.${ring0}`, `crosses itself ${near}: ${where}`)
      },
    },
  )
}

function assertHolesInside(
  [outer, ...holes]: readonly (readonly PlanePoint[])[],
  path: string,
): void {
  const inOuter = insideRings([outer!])
  holes.forEach((hole, i) => {
    const outside = hole.some(
      (point) => !inOuter(point.east, point.north) && metersToRing(outer!, point) > touchingMeters,
    )
    if (outside) throw refusal(`${path}.${i + 1}`, 'is a hole and must lie inside the first ring')
    holes.slice(0, i).forEach((other, k) => {
      const inOther = insideRings([other])
      const inHole = insideRings([hole])
      const nested =
        hole.some((point) => deepIn(inOther, other, point)) ||
        other.some((point) => deepIn(inHole, hole, point))
      if (nested) throw refusal(`${path}.${i + 1}`, `overlaps the hole of ring ${k + 1}`)
    })
  })
}

function deepIn(
  inside: (east: number, north: number) => boolean,
  ring: readonly PlanePoint[],
  point: PlanePoint,
): boolean {
  return inside(point.east, point.north) && metersToRing(ring, point) > touchingMeters
}

/** Area of the smaller of the two parts into which a ring cuts the globe (Karney 2013, GeographicLib). */
function geodesicSquareMeters(ring: readonly LonLat[]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false)
  for (const [lon, lat] of ring.slice(0, -1)) polygon.AddPoint(lat, lon)
  return Math.abs(polygon.Compute(false, true).area!)
}

/** Area of a ring whose edges are straight in degrees; longitudes go on over the antimeridian. */
function squareDegrees(ring: readonly LonLat[]): number {
  const [lon0, lat0] = ring[0]!
  let twice = 0
  let before = { lon: 0, lat: 0 }
  for (const [lon, lat] of ring) {
    const at = { lon: before.lon + wrapDegrees(lon - lon0 - before.lon), lat: lat - lat0 }
    twice += before.lon * at.lat - at.lon * before.lat
    before = at
  }
  // Around a pole the longitudes end a whole turn further.
  return Math.abs(before.lon) > 180 ? Infinity : Math.abs(twice) / 2
}

function lengthMeters(line: readonly PlanePoint[]): number {
  return line.reduce((sum, to, i) => {
    const from = line[Math.max(0, i - 1)]!
    return sum + Math.hypot(to.east - from.east, to.north - from.north)
  }, 0)
}
