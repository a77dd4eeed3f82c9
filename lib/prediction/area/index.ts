import { latLngToCell } from 'h3-js'
import type { LatLon } from '#ground/geo'
import { runAtOnce, type WorkSteps } from '#platform/concurrency'
import type { CheckedPolygon, HexGrid, LonLat, SearchArea } from '../prediction.ts'
import { circleShape } from './circle.ts'
import { cellsOf } from './cover.ts'
import { latticeAt, neighboursOf, patternOf } from './lattice.ts'
import { fineBelowSquareMeters } from './limits.ts'
import { pathShape } from './path.ts'
import type { PlaneShape } from './plane-shape.ts'
import { type PolygonRules, polygonShape } from './polygon.ts'

export { areaLimits } from './limits.ts'
export { localPlane } from './local-plane.ts'

/**
 * The hexagons whose centre lies in an area: resolution 10 (0.015 km2 each), or 11 (0.002 km2) for paths
 * and for areas under 3 km2. An area narrower than two hexagons also gets the hexagons that its outline, or
 * the line of a path, crosses, so there is always at least one.
 *
 * @throws ApiError `bad_request`, with the field and the reason, when the area is not valid or beyond
 * {@link areaLimits}.
 */
export function hexGridOf(area: SearchArea): HexGrid {
  return runAtOnce(hexGridSteps(area))
}

/** The steps of {@link hexGridOf}. */
export function* hexGridSteps(area: SearchArea): WorkSteps<HexGrid> {
  const shape = shapeOf(area)
  const { plane } = shape
  const resolution = resolutionOf(area)
  const cells = yield* cellsOf(shape, resolution)
  yield
  const { lat, lon } = plane.center
  const lattice = latticeAt(plane, latLngToCell(lat, lon, resolution))
  return {
    area,
    resolution,
    plane,
    ...cells,
    neighbours: neighboursOf(cells.east, cells.north, lattice),
    hexSquareMeters: lattice.squareMeters,
    pattern: patternOf(lattice, resolution),
    areaSquareMeters: shape.squareMeters,
  }
}

/**
 * The H3 resolution of an area's hexagons.
 *
 * @throws ApiError `bad_request`, as {@link hexGridOf}.
 */
export function resolutionOf(area: SearchArea): 10 | 11 {
  const isFine = area.type === 'path' || shapeOf(area).squareMeters < fineBelowSquareMeters
  return isFine ? 11 : 10
}

/**
 * The middle of an area, where its plane touches the globe, and its geodesic area.
 *
 * @throws ApiError `bad_request`, as {@link hexGridOf}.
 */
export function measureArea(area: SearchArea): { middle: LatLon; squareMeters: number } {
  const { plane, squareMeters } = shapeOf(area)
  return { middle: plane.center, squareMeters }
}

/**
 * A valid polygon of any size up to a limit, such as a segment of a search.
 *
 * @throws ApiError `bad_request` when it is not valid, or beyond the limits.
 */
export function checkedPolygon(
  rings: readonly (readonly LonLat[])[],
  rules: PolygonRules,
): CheckedPolygon {
  const { plane, squareMeters } = polygonShape({ rings }, rules)
  return { rings, middle: plane.center, squareMeters }
}

/** Validated once per area: the weather lookup, the hexagons and the response all need the shape. */
const shapes = new WeakMap<SearchArea, PlaneShape>()

function shapeOf(area: SearchArea): PlaneShape {
  let shape = shapes.get(area)
  if (!shape) {
    shape = planeShape(area)
    shapes.set(area, shape)
  }
  return shape
}

function planeShape(area: SearchArea): PlaneShape {
  switch (area.type) {
    case 'circle':
      return circleShape(area)
    case 'polygon':
      return polygonShape(area)
    case 'path':
      return pathShape(area)
  }
}

export type { PlanePoint } from './plane-shape.ts'
export { onPlane } from './positions.ts'
export { refusal } from './refusal.ts'
export { squareToSegment } from './rings.ts'
