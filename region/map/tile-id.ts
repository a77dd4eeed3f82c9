/**
 * The number of a tile in a PMTiles archive: its place on a Hilbert curve, after all tiles of lower zoom
 * levels (PMTiles 3, section 4.1).
 */
export function tileIdOf(zoom: number, x: number, y: number): number {
  const size = 2 ** zoom
  let id = (4 ** zoom - 1) / 3
  let [column, row] = [x, y]
  for (let half = size / 2; half >= 1; half /= 2) {
    const east = column & half ? 1 : 0
    const south = row & half ? 1 : 0
    id += half * half * ((3 * east) ^ south)
    if (south === 0) {
      if (east === 1) {
        column = size - 1 - column
        row = size - 1 - row
      }
      ;[column, row] = [row, column]
    }
  }
  return id
}
