import { cellToChildren, gridDisk, latLngToCell } from 'h3-js'
import { centerOn, latticeAt } from './lattice.ts'
import { along, type PlanePoint, type PlaneShape } from './plane-shape.ts'

/**
 * The H3 cells whose centre lies in a shape; for a shape under two cells wide also the cells that its lines
 * cross. Never empty. Tests centres on the plane, because H3's own polygon filling fails at poles and
 * splits at the antimeridian.
 */
export function cellsOf(shape: PlaneShape, resolution: 10 | 11): Set<string> {
  const { plane } = shape
  const { lat, lon } = plane.center
  const { spacingMeters } = latticeAt(plane, latLngToCell(lat, lon, resolution))
  const found = new Set<string>()
  for (const cell of descendants(coarseCover(shape, resolution - 2), resolution)) {
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

function* descendants(cells: Iterable<string>, resolution: number): Generator<string> {
  for (const cell of cells) yield* cellToChildren(cell, resolution)
}

/** Large cells whose descendants include every cell with its centre in the shape. */
function coarseCover(shape: PlaneShape, resolution: number): Set<string> {
  const { plane } = shape
  const { spacingMeters } = latticeAt(plane, cellAt(shape, { east: 0, north: 0 }, resolution))
  // Less than a cell's inscribed radius, 0.5 spacings: a line misses a cell only where it clips a corner.
  const step = 0.4 * spacingMeters
  const onLines = new Set<string>()
  for (const line of shape.lines) {
    for (const point of along(line, step)) onLines.add(cellAt(shape, point, resolution))
  }
  const found = new Set<string>()
  // Rings of cells are 0.87 spacings apart or more; one ring extra, as children protrude beyond parents.
  const ringCount = Math.ceil(shape.beyondMeters / (0.8 * spacingMeters)) + 1
  for (const cell of onLines) for (const near of gridDisk(cell, ringCount)) found.add(near)
  if (shape.encloses) addEnclosed(shape, step, resolution, found)
  for (const cell of found) {
    const { east, north } = centerOn(plane, cell)
    if (Math.hypot(east, north) > shape.reachMeters + spacingMeters) found.delete(cell)
  }
  return found
}

/** Adds the cells at points of a square lattice inside the shape, `step` metres apart. */
function addEnclosed(
  shape: PlaneShape,
  step: number,
  resolution: number,
  found: Set<string>,
): void {
  const maxSteps = Math.ceil(shape.reachMeters / step)
  for (let i = -maxSteps; i <= maxSteps; i++) {
    for (let j = -maxSteps; j <= maxSteps; j++) {
      if (!shape.contains(i * step, j * step)) continue
      found.add(cellAt(shape, { east: i * step, north: j * step }, resolution))
    }
  }
}

function cellAt({ plane }: PlaneShape, { east, north }: PlanePoint, resolution: number): string {
  const { lat, lon } = plane.toGlobe(east, north)
  return latLngToCell(lat, lon, resolution)
}
