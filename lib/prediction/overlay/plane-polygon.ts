import { areaLimits, onPlane } from '../area/index.ts'
import type { CheckedPolygon, LocalPlane } from '../prediction.ts'
import { type PlaneRing, signedSquareMeters } from './ring.ts'

/** Polygons and areas reach no farther from their middles, so what is farther apart has nothing in common. */
const maxApartMeters = 2 * 1000 * areaLimits.reachKilometers + 1000

/**
 * The rings of a polygon on the plane of an area, the outer one counterclockwise and holes clockwise; none
 * when it is too far away to meet the area.
 */
export function planePolygon(plane: LocalPlane, { rings, middle }: CheckedPolygon): PlaneRing[] {
  const { east, north } = plane.toPlane(middle)
  // Negated, to catch NaN: the other side of the globe has no place on the plane.
  if (!(Math.hypot(east, north) <= maxApartMeters)) return []
  return rings.map((ring, i) => {
    const points = onPlane(plane, ring.slice(0, -1))
    const isCounterclockwise = signedSquareMeters(flat(points)) > 0
    return flat(isCounterclockwise === (i === 0) ? points : points.reverse())
  })
}

function flat(points: readonly { east: number; north: number }[]): number[] {
  return points.flatMap(({ east, north }) => [east, north])
}
