import type { LatLon } from '../../lib/geo/index.ts'

/** More than the columns of any grid with cells of 0.00001 degrees or more. */
const rowStride = 2 ** 26

/**
 * Number of the cell of a point, or of one that lies rows north and columns east of it, in a grid with cells of
 * `stepDegrees`. Ascending from south to north, and from west to east within a row.
 */
export function cellOf(
  { lat, lon }: LatLon,
  stepDegrees: number,
  { row = 0, column = 0 } = {},
): number {
  const y = Math.floor((lat + 90) / stepDegrees) + row
  return y * rowStride + Math.floor((lon + 180) / stepDegrees) + column
}

/** {@link cellOf} of the cell of a point and of its eight neighbours. */
export function* cellsAround(at: LatLon, stepDegrees: number): Generator<number> {
  for (let row = -1; row <= 1; row++)
    for (let column = -1; column <= 1; column++) yield cellOf(at, stepDegrees, { row, column })
}
