import { cellToChildren, gridDisk, latLngToCell } from 'h3-js'
import { centerOn, latticeAt } from './lattice.ts'
import { along, type PlanePoint, type PlaneShape } from './plane-shape.ts'

/**
 * The cells whose centre lies in a shape; for a shape too narrow for centres also the cells that its lines
 * run through. Never empty. Works on the plane throughout, because H3's own polygon filling fails at
 * poles and splits at the antimeridian.
 */
export function cellsOf(shape: PlaneShape, resolution: 10 | 11): Set<string> {
  const { plane } = shape
  const { lat, lon } = plane.center
  const { spacingMeters } = latticeAt(plane, latLngToCell(lat, lon, resolution))
  const found = new Set<string>()
  for (const cell of finer(coarseCover(shape, resolution - 2), resolution)) {
    const { east, north } = centerOn(plane, cell)
    if (shape.contains(east, north)) found.add(cell)
  }
  if (found.size === 0 || shape.widthMeters < 2 * spacingMeters) {
    for (const line of shape.lines) {
      for (const point of along(line, spacingMeters / 8))
        found.add(cellAt(shape, point, resolution))
    }
  }
  return found
}

function* finer(cells: Iterable<string>, resolution: number): Generator<string> {
  for (const cell of cells) yield* cellToChildren(cell, resolution)
}

/** Large cells that cover the shape: along its lines, and on a lattice over the ground they enclose. */
function coarseCover(shape: PlaneShape, resolution: number): Set<string> {
  const { plane } = shape
  const { spacingMeters } = latticeAt(plane, cellAt(shape, { east: 0, north: 0 }, resolution))
  const step = 0.4 * spacingMeters
  const crossed = new Set<string>()
  for (const line of shape.lines) {
    for (const point of along(line, step)) crossed.add(cellAt(shape, point, resolution))
  }
  const found = new Set<string>()
  // One ring more than the shape reaches: small cells stick out of their parent.
  const ringCount = Math.ceil(shape.beyondMeters / (0.8 * spacingMeters)) + 1
  for (const cell of crossed) for (const near of gridDisk(cell, ringCount)) found.add(near)
  if (shape.encloses) addEnclosed(shape, step, resolution, found)
  for (const cell of found) {
    const { east, north } = centerOn(plane, cell)
    if (Math.hypot(east, north) > shape.reachMeters + spacingMeters) found.delete(cell)
  }
  return found
}

function addEnclosed(
  shape: PlaneShape,
  step: number,
  resolution: number,
  found: Set<string>,
): void {
  const reach = Math.ceil(shape.reachMeters / step)
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      if (!shape.contains(i * step, j * step)) continue
      found.add(cellAt(shape, { east: i * step, north: j * step }, resolution))
    }
  }
}

function cellAt({ plane }: PlaneShape, { east, north }: PlanePoint, resolution: number): string {
  const { lat, lon } = plane.toGlobe(east, north)
  return latLngToCell(lat, lon, resolution)
}
