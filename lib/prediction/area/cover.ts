import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'
import type { WorkSteps } from '#platform/concurrency'
import type { HexGrid, LocalPlane } from '../prediction.ts'
import { findChildren } from './children.ts'
import { measureLattice, projectCenter } from './lattice.ts'
import { listPointsAlong, type PlanePoint, type PlaneShape } from './plane-shape.ts'

/** Cells and their centres in columns, ascending by index. */
export type Cells = Pick<HexGrid, 'ids' | 'lats' | 'lons' | 'east' | 'north'>

/**
 * Finds the H3 cells whose centre lies in a shape. A shape under two cells wide also gets the cells that its lines
 * cross, so the result is never empty. Centres are tested on the plane, because H3's own polygon filling fails at
 * poles and splits at the antimeridian.
 */
export function* findCells(shape: PlaneShape, resolution: 10 | 11): WorkSteps<Cells> {
  const { plane } = shape
  const { lat, lon } = plane.center
  const { spacingMeters } = measureLattice(plane, latLngToCell(lat, lon, resolution))
  const inside = yield* findCellsInside(shape, resolution)
  if (inside.ids.length > 0 && shape.widthMeters >= 2 * spacingMeters) return inside
  const found = new Set(inside.ids)
  for (const line of shape.lines) {
    for (const point of listPointsAlong(line, spacingMeters / 8))
      found.add(findCellAt(shape, point, resolution))
  }
  return toColumns(plane, [...found].sort())
}

function* findCellsInside(shape: PlaneShape, resolution: 10 | 11): WorkSteps<Cells> {
  const ids: string[] = []
  const [lats, lons]: [number[], number[]] = [[], []]
  const [easts, norths]: [number[], number[]] = [[], []]
  // Children start with the digits of their parents, so ascending parents yield ascending children.
  for (const cell of [...findCoarseCover(shape, resolution - 2)].sort()) {
    yield
    const children = findChildren(cell, resolution)
    const { centers } = children
    for (let i = 0; i < children.ids.length; i++) {
      const { east, north } = shape.plane.fromEarthCentred(
        centers[3 * i]!,
        centers[3 * i + 1]!,
        centers[3 * i + 2]!,
      )
      if (!shape.contains(east, north)) continue
      ids.push(children.ids[i]!)
      lats.push(children.lats[i]!)
      lons.push(children.lons[i]!)
      easts.push(east)
      norths.push(north)
    }
  }
  return {
    ids,
    lats: new Float64Array(lats),
    lons: new Float64Array(lons),
    east: new Float64Array(easts),
    north: new Float64Array(norths),
  }
}

function toColumns(plane: LocalPlane, ids: readonly string[]): Cells {
  const cells = ids.map((id) => cellToLatLng(id))
  const centers = cells.map(([lat, lon]) => plane.toPlane({ lat, lon }))
  return {
    ids,
    lats: Float64Array.from(cells, ([lat]) => lat),
    lons: Float64Array.from(cells, ([, lon]) => lon),
    east: Float64Array.from(centers, ({ east }) => east),
    north: Float64Array.from(centers, ({ north }) => north),
  }
}

/** Finds large cells whose descendants include every cell with its centre in the shape. */
function findCoarseCover(shape: PlaneShape, resolution: number): Set<string> {
  const { plane } = shape
  const { spacingMeters } = measureLattice(
    plane,
    findCellAt(shape, { east: 0, north: 0 }, resolution),
  )
  // Less than a cell's inscribed radius (0.5 spacings), so a line misses a cell only where it clips a corner.
  const step = 0.4 * spacingMeters
  const onLines = new Set<string>()
  for (const line of shape.lines) {
    for (const point of listPointsAlong(line, step))
      onLines.add(findCellAt(shape, point, resolution))
  }
  const found = new Set<string>()
  // Rings of cells are at least 0.87 spacings apart. One extra ring covers children that protrude beyond their
  // parents.
  const ringCount = Math.ceil(shape.beyondMeters / (0.8 * spacingMeters)) + 1
  for (const cell of onLines) for (const near of gridDisk(cell, ringCount)) found.add(near)
  if (shape.encloses) addEnclosed(shape, step, resolution, found)
  for (const cell of found) {
    const { east, north } = projectCenter(plane, cell)
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
      found.add(findCellAt(shape, { east: i * step, north: j * step }, resolution))
    }
  }
}

function findCellAt(
  { plane }: PlaneShape,
  { east, north }: PlanePoint,
  resolution: number,
): string {
  const { lat, lon } = plane.toGlobe(east, north)
  return latLngToCell(lat, lon, resolution)
}
