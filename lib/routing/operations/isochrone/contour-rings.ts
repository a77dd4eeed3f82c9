/** Values at the nodes of a grid, row by row. The values of the outermost nodes are negative. */
export interface Field {
  columns: number
  rows: number
  values: Float32Array
}

/** A closed ring, in cells; its last position equals its first. */
export type GridRing = [x: number, y: number][]

/**
 * Traces the lines along which a field is 0, in cells from its first node: closed, counter-clockwise around positive
 * values. Marching squares with linear interpolation along the sides of cells; in a saddle the mean of the four nodes
 * decides. Rings neither cross nor touch each other.
 */
export function traceContourRings({ columns, rows, values }: Field): GridRing[] {
  const linesOf = (corners: number, at: number) => {
    if (corners !== 5 && corners !== 10) return lines[corners]!
    const sum = values[at]! + values[at + 1]! + values[at + columns]! + values[at + columns + 1]!
    return sum > 0 ? joined[corners]! : lines[corners]!
  }
  // A line leaves through each side of a cell at most once: south sides are even, west sides odd.
  const next = new Map<number, number>()
  for (let row = 0; row < rows - 1; row++) {
    // Corners of the cell: 1 south-west, 2 south-east, 4 north-east, 8 north-west.
    let corners = 0
    for (let at = row * columns, end = at + columns - 1; at < end; at++) {
      const [isEast, isNorthEast] = [values[at + 1]! > 0, values[at + columns + 1]! > 0]
      corners =
        ((corners & 2) >> 1) | ((corners & 4) << 1) | (isEast ? 2 : 0) | (isNorthEast ? 4 : 0)
      if (corners === 0 || corners === 15) continue
      const sides = [2 * at, 2 * (at + 1) + 1, 2 * (at + columns), 2 * at + 1]
      for (const [from, to] of linesOf(corners, at)) next.set(sides[from]!, sides[to]!)
    }
  }

  const crossing = (side: number): [number, number] => {
    const node = side >> 1
    const column = node % columns
    const row = (node - column) / columns
    const [from, to] = [values[node]!, values[side & 1 ? node + columns : node + 1]!]
    const share = from / (from - to)
    return side & 1 ? [column, row + share] : [column + share, row]
  }
  const rings: GridRing[] = []
  for (const start of next.keys()) {
    const ring: GridRing = []
    for (let at: number | undefined = start; at !== undefined; ) {
      ring.push(crossing(at))
      const following = next.get(at)
      next.delete(at)
      at = following
    }
    rings.push(ring)
  }
  return rings
}

const [south, east, north, west] = [0, 1, 2, 3]

/**
 * Lines through a cell by its positive corners (1 south-west, 2 south-east, 4 north-east, 8 north-west): from side to
 * side, with the positive corners on the left.
 */
const lines: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[south, west]],
  [[east, south]],
  [[east, west]],
  [[north, east]],
  [
    [south, west],
    [north, east],
  ],
  [[north, south]],
  [[north, west]],
  [[west, north]],
  [[south, north]],
  [
    [east, south],
    [west, north],
  ],
  [[east, north]],
  [[west, east]],
  [[south, east]],
  [[west, south]],
  [],
]

/** Lines through saddles whose middle is positive. */
const joined: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  5: [
    [south, east],
    [north, west],
  ],
  10: [
    [west, south],
    [east, north],
  ],
}
