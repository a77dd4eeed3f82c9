import { latLngToCell } from 'h3-js'
import type { LatLon } from '#ground/geo'
import { runAtOnce, type WorkSteps } from '#platform/concurrency'
import type { CheckedPolygon, HexGrid, LonLat, SearchArea } from '../prediction.ts'
import { parseCircle } from './circle.ts'
import { findCells } from './cover.ts'
import { buildPattern, findNeighbours, measureLattice } from './lattice.ts'
import { fineBelowSquareMeters } from './limits.ts'
import { parsePath } from './path.ts'
import type { PlaneShape } from './plane-shape.ts'
import { type PolygonRules, parsePolygon } from './polygon.ts'

export { areaLimits } from './limits.ts'
export { createLocalPlane } from './local-plane.ts'

/**
 * Finds the hexagons whose centre lies in an area: resolution 10 (0.015 km2 each), or 11 (0.002 km2) for paths and
 * for areas under 3 km2. An area narrower than two hexagons also gets the hexagons that its outline or path crosses,
 * so there is always at least one.
 *
 * @throws ApiError `bad_request`, with the field and the reason, when the area is invalid or exceeds {@link
 * areaLimits}.
 */
export function buildHexGrid(area: SearchArea): HexGrid {
  return runAtOnce(buildHexGridInSteps(area))
}

/** Computes {@link buildHexGrid} in steps, for callers that pause in between. */
export function* buildHexGridInSteps(area: SearchArea): WorkSteps<HexGrid> {
  const shape = parseAreaOnce(area)
  const { plane } = shape
  const resolution = selectResolution(area)
  const cells = yield* findCells(shape, resolution)
  yield
  const { lat, lon } = plane.center
  const lattice = measureLattice(plane, latLngToCell(lat, lon, resolution))
  return {
    area,
    resolution,
    plane,
    ...cells,
    neighbours: findNeighbours(cells.east, cells.north, lattice),
    hexSquareMeters: lattice.squareMeters,
    pattern: buildPattern(lattice, resolution),
    areaSquareMeters: shape.squareMeters,
  }
}

/**
 * Selects the H3 resolution of an area's hexagons.
 *
 * @throws ApiError `bad_request`, as {@link buildHexGrid}.
 */
export function selectResolution(area: SearchArea): 10 | 11 {
  const isFine = area.type === 'path' || parseAreaOnce(area).squareMeters < fineBelowSquareMeters
  return isFine ? 11 : 10
}

/**
 * Returns the middle of an area, where its plane touches the globe, and its geodesic area.
 *
 * @throws ApiError `bad_request`, as {@link buildHexGrid}.
 */
export function measureArea(area: SearchArea): { middle: LatLon; squareMeters: number } {
  const { plane, squareMeters } = parseAreaOnce(area)
  return { middle: plane.center, squareMeters }
}

/**
 * Validates a polygon of any size up to a limit, such as a segment of a search.
 *
 * @throws ApiError `bad_request` when it is invalid or exceeds a limit.
 */
export function validatePolygon(
  rings: readonly (readonly LonLat[])[],
  rules: PolygonRules,
): CheckedPolygon {
  const { plane, squareMeters } = parsePolygon({ rings }, rules)
  return { rings, middle: plane.center, squareMeters }
}

/** Shapes by area, so that each is validated once: the weather lookup, the hexagons and the response all need it. */
const shapes = new WeakMap<SearchArea, PlaneShape>()

function parseAreaOnce(area: SearchArea): PlaneShape {
  let shape = shapes.get(area)
  if (!shape) {
    shape = parseArea(area)
    shapes.set(area, shape)
  }
  return shape
}

function parseArea(area: SearchArea): PlaneShape {
  switch (area.type) {
    case 'circle':
      return parseCircle(area)
    case 'polygon':
      return parsePolygon(area)
    case 'path':
      return parsePath(area)
  }
}

export type { PlanePoint } from './plane-shape.ts'
export { projectOntoPlane } from './positions.ts'
export { createRefusal } from './refusal.ts'
export { measureSquaredDistance } from './rings.ts'
