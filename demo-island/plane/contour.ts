import { type IslandPoint, isInRing, signedArea } from './geometry.ts'

/** Values at the corners of grid cells. */
export interface ScalarField {
  columns: number
  rows: number
  cellMeters: number
  west: number
  south: number
  values: Float64Array
}

export interface ContourPolygon {
  outer: IslandPoint[]
  holes: IslandPoint[][]
}

/** Samples a function over a box; samples on the border are negative (outside). */
export function sampleField(
  box: { west: number; south: number; east: number; north: number },
  cellMeters: number,
  value: (point: IslandPoint) => number,
): ScalarField {
  const columns = Math.ceil((box.east - box.west) / cellMeters) + 1
  const rows = Math.ceil((box.north - box.south) / cellMeters) + 1
  const values = new Float64Array(columns * rows).fill(-1)
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      values[row * columns + column] = value({
        x: box.west + column * cellMeters,
        y: box.south + row * cellMeters,
      })
    }
  }
  return { columns, rows, cellMeters, west: box.west, south: box.south, values }
}

// For each case of marching squares (bits: south-west 1, south-east 2, north-east 4, north-west 8), the sides where a
// boundary enters and leaves, with the inside on its left. Sides: 0 south, 1 east, 2 north, 3 west.
const turns: Record<number, [number, number][]> = {
  1: [[0, 3]],
  2: [[1, 0]],
  3: [[1, 3]],
  4: [[2, 1]],
  5: [
    [0, 1],
    [2, 3],
  ],
  6: [[2, 0]],
  7: [[2, 3]],
  8: [[3, 2]],
  9: [[0, 2]],
  10: [
    [1, 2],
    [3, 0],
  ],
  11: [[1, 2]],
  12: [[3, 1]],
  13: [[0, 1]],
  14: [[3, 0]],
}

/** Returns the closed lines where the field crosses zero, with positive values on their left. */
export function traceContours(field: ScalarField): IslandPoint[][] {
  const { columns, rows, values } = field
  const edges = columns * rows
  const next = new Map<number, number>()
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const cell = row * columns + column
      const corners = [cell, cell + 1, cell + columns + 1, cell + columns]
      const inside = corners.reduce(
        (bits, corner, i) => bits | (values[corner]! > 0 ? 1 << i : 0),
        0,
      )
      const sides = [cell, edges + cell + 1, cell + columns, edges + cell]
      for (const [enter, leave] of turns[inside] ?? []) next.set(sides[enter]!, sides[leave]!)
    }
  }
  const rings: IslandPoint[][] = []
  for (const start of [...next.keys()]) {
    const ring: IslandPoint[] = []
    for (let edge: number | undefined = start; edge !== undefined && next.has(edge); ) {
      ring.push(interpolateCrossing(field, edge))
      const following: number = next.get(edge)!
      next.delete(edge)
      edge = following
    }
    if (ring.length > 3) rings.push(ring)
  }
  return rings
}

function interpolateCrossing(field: ScalarField, edge: number): IslandPoint {
  const { columns, rows, cellMeters, west, south, values } = field
  const upright = edge >= columns * rows
  const corner = upright ? edge - columns * rows : edge
  const a = values[corner]!
  const b = values[upright ? corner + columns : corner + 1]!
  // Keep off the corners, so that two crossings never fall on one point.
  const share = Math.min(0.97, Math.max(0.03, a / (a - b)))
  return {
    x: west + ((corner % columns) + (upright ? 0 : share)) * cellMeters,
    y: south + (Math.floor(corner / columns) + (upright ? share : 0)) * cellMeters,
  }
}

/** Returns the areas where the field is positive and larger than `minSquareMeters`, with their holes. */
export function buildContourPolygons(
  field: ScalarField,
  minSquareMeters: number,
): ContourPolygon[] {
  const rings = traceContours(field).filter((ring) => Math.abs(signedArea(ring)) >= minSquareMeters)
  const areas = rings
    .filter((ring) => signedArea(ring) > 0)
    .map((outer): ContourPolygon => ({ outer, holes: [] }))
    .sort((a, b) => signedArea(a.outer) - signedArea(b.outer))
  for (const hole of rings.filter((ring) => signedArea(ring) < 0)) {
    // Areas are sorted from small to large, so the first one around the hole is its own.
    areas.find(({ outer }) => isInRing(outer, hole[0]!.x, hole[0]!.y))?.holes.push(hole)
  }
  return areas
}
