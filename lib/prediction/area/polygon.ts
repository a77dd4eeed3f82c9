import geodesic from 'geographiclib-geodesic'
import findCrossings from 'geojson-polygon-self-intersections'
import { wrapDegrees } from '#ground/geo'
import type { LonLat, SearchArea } from '../prediction.ts'
import { areaLimits } from './limits.ts'
import type { PlanePoint, PlaneShape } from './plane-shape.ts'
import { assertOnGlobe, createPlaneAround, isSamePosition, projectOntoPlane } from './positions.ts'
import { createRefusal, formatRoundedUp } from './refusal.ts'
import { createRingTest, measureDistanceToRing } from './rings.ts'

/** Rules for a polygon beyond a valid geometry. */
export interface PolygonRules {
  /** Field that contains the rings, for error messages. */
  path: string
  maxSquareKilometers: number
}

const areaRules: PolygonRules = {
  path: 'area.geometry.coordinates',
  maxSquareKilometers: areaLimits.polygonSquareKilometers,
}

/**
 * Tolerance between a hole and the ring around it, metres. A straight edge along a parallel deviates from it by half
 * a metre over 5 km.
 */
const touchingMeters = 1

/** Area below which positions lie on one line up to rounding: a thousandth of a square metre at the equator. */
const minSquareDegrees = 1e-13

/**
 * Validates a polygon with holes and builds its shape. Edges are straight on the plane, so polygons across the
 * antimeridian or around a pole need no special cases.
 *
 * @throws ApiError `bad_request` when a ring is not closed or crosses itself or another, a hole is not inside, or the
 * area is empty or exceeds its limit.
 */
export function parsePolygon(
  { rings }: Pick<Extract<SearchArea, { type: 'polygon' }>, 'rings'>,
  { path, maxSquareKilometers }: PolygonRules = areaRules,
): PlaneShape {
  assertRings(rings, path)
  const outer = rings[0]!
  const { plane, reachMeters } = createPlaneAround(outer, 0, path)
  const planeRings = rings.map((ring) => projectOntoPlane(plane, ring))
  planeRings.forEach((ring, i) => {
    const distinct = new Set(ring.map(({ east, north }) => `${east} ${north}`)).size
    if (distinct < 3)
      throw createRefusal(`${path}.${i}`, 'must have at least 3 different positions')
  })
  assertNoCrossing(rings, planeRings, path)
  assertHolesInside(planeRings, path)
  const squareMeters = rings.reduce(
    (sum, ring, i) => sum + (i === 0 ? 1 : -1) * measureGeodesicArea(ring),
    0,
  )
  // Less than a square metre is rounding of coordinates. Positions on one parallel do enclose a geodesic area, since
  // geodesics bulge towards the pole. In GeoJSON, whose edges are straight in degrees, they enclose none.
  if (!(squareMeters >= 1) || measureSquareDegrees(outer) < minSquareDegrees) {
    throw createRefusal(path, 'encloses no area')
  }
  if (squareMeters > maxSquareKilometers * 1e6) {
    const found = formatRoundedUp(squareMeters / 1e6)
    throw createRefusal(path, `encloses ${found} km2 and may enclose ${maxSquareKilometers}`)
  }
  const outline = planeRings.map((ring) => [...ring, ring[0]!])
  return {
    plane,
    squareMeters,
    widthMeters: (2 * squareMeters) / outline.reduce((sum, line) => sum + measureLength(line), 0),
    reachMeters,
    contains: createRingTest(planeRings),
    lines: outline,
    beyondMeters: 0,
    encloses: true,
  }
}

/** Checks each ring by its positions alone. */
function assertRings(rings: readonly (readonly LonLat[])[], path: string): void {
  if (rings.length === 0) throw createRefusal(path, 'must have a ring')
  const count = rings.reduce((sum, ring) => sum + ring.length, 0)
  if (count > areaLimits.positions) {
    const max = areaLimits.positions.toLocaleString('en-US')
    throw createRefusal(path, `must have at most ${max} positions in all; it has ${count}`)
  }
  rings.forEach((ring, i) => {
    const ringPath = `${path}.${i}`
    if (ring.length < 4)
      throw createRefusal(ringPath, 'must have at least 4 positions, the last as the first')
    assertOnGlobe(ring, ringPath)
    if (!isSamePosition(ring[0]!, ring.at(-1)!)) {
      throw createRefusal(
        ringPath,
        'is not closed: its last position must be the same as its first',
      )
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
    // Skips the closing position.
    for (const { east, north } of ring.slice(0, -1)) {
      const key = `${east} ${north}`
      if (seen.has(key)) {
        throw createRefusal(
          `${path}.${i}`,
          'comes to one position twice; send its parts one by one',
        )
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
      // Throws at the first crossing, because a tangle of a thousand edges has half a million.
      callbackFunction: ({ isect, ring0, edge0, start0, end0, ring1, edge1, start1, end1 }) => {
        const touches = [start0, end0, start1, end1].some(
          (end) => Math.hypot(end[0]! - isect[0]!, end[1]! - isect[1]!) < touchingMeters,
        )
        // A hole may touch the ring around it; assertHolesInside checks whether it goes beyond.
        if (touches && ring0 !== ring1) return
        const at = rings[ring0]![edge0]!
        const near = `near [${at[0]}, ${at[1]}]`
        if (ring0 !== ring1)
          throw createRefusal(`${path}.${ring0}`, `crosses ring ${ring1} ${near}`)
        const where = `its edges ${Math.min(edge0, edge1)} and ${Math.max(edge0, edge1)} meet`
        throw createRefusal(`${path}.${ring0}`, `crosses itself ${near}: ${where}`)
      },
    },
  )
}

function assertHolesInside(
  [outer, ...holes]: readonly (readonly PlanePoint[])[],
  path: string,
): void {
  const inOuter = createRingTest([outer!])
  holes.forEach((hole, i) => {
    const outside = hole.some(
      (point) =>
        !inOuter(point.east, point.north) && measureDistanceToRing(outer!, point) > touchingMeters,
    )
    if (outside)
      throw createRefusal(`${path}.${i + 1}`, 'is a hole and must lie inside the first ring')
    holes.slice(0, i).forEach((other, k) => {
      const inOther = createRingTest([other])
      const inHole = createRingTest([hole])
      const nested =
        hole.some((point) => isDeepInside(inOther, other, point)) ||
        other.some((point) => isDeepInside(inHole, hole, point))
      if (nested) throw createRefusal(`${path}.${i + 1}`, `overlaps the hole of ring ${k + 1}`)
    })
  })
}

function isDeepInside(
  inside: (east: number, north: number) => boolean,
  ring: readonly PlanePoint[],
  point: PlanePoint,
): boolean {
  return inside(point.east, point.north) && measureDistanceToRing(ring, point) > touchingMeters
}

/** Returns the area of the smaller of the two parts into which a ring cuts the globe (Karney 2013, GeographicLib). */
function measureGeodesicArea(ring: readonly LonLat[]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false)
  for (const [lon, lat] of ring.slice(0, -1)) polygon.AddPoint(lat, lon)
  return Math.abs(polygon.Compute(false, true).area!)
}

/**
 * Returns the area of a ring whose edges are straight in degrees, with continuous longitudes across the antimeridian.
 */
function measureSquareDegrees(ring: readonly LonLat[]): number {
  const [lon0, lat0] = ring[0]!
  let twice = 0
  let before = { lon: 0, lat: 0 }
  for (const [lon, lat] of ring) {
    const at = { lon: before.lon + wrapDegrees(lon - lon0 - before.lon), lat: lat - lat0 }
    twice += before.lon * at.lat - at.lon * before.lat
    before = at
  }
  // Around a pole the last longitude is a whole turn away from the first.
  return Math.abs(before.lon) > 180 ? Infinity : Math.abs(twice) / 2
}

function measureLength(line: readonly PlanePoint[]): number {
  return line.reduce((sum, to, i) => {
    const from = line[Math.max(0, i - 1)]!
    return sum + Math.hypot(to.east - from.east, to.north - from.north)
  }, 0)
}
