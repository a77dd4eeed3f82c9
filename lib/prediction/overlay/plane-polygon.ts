import { areaLimits, projectOntoPlane } from '../area/index.ts'
import type { CheckedPolygon, LocalPlane } from '../prediction.ts'
import { measureSignedArea, type PlaneRing } from './ring.ts'

/** Distance between middles beyond which a polygon and an area cannot overlap, because of their maximum reach. */
const maxApartMeters = 2 * 1000 * areaLimits.reachKilometers + 1000

/**
 * Projects the rings of a polygon onto the plane of an area, the outer ring counterclockwise and holes clockwise.
 * Returns no rings when the polygon is too far away to overlap the area.
 */
export function projectPolygon(plane: LocalPlane, { rings, middle }: CheckedPolygon): PlaneRing[] {
  const { east, north } = plane.toPlane(middle)
  // Negated to catch NaN: the other side of the globe cannot be projected.
  if (!(Math.hypot(east, north) <= maxApartMeters)) return []
  return rings.map((ring, i) => {
    const points = projectOntoPlane(plane, ring.slice(0, -1))
    const isCounterclockwise = measureSignedArea(flattenPoints(points)) > 0
    return flattenPoints(isCounterclockwise === (i === 0) ? points : points.reverse())
  })
}

function flattenPoints(points: readonly { east: number; north: number }[]): number[] {
  return points.flatMap(({ east, north }) => [east, north])
}
