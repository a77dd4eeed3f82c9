/**
 * Returns the number of a tile in a PMTiles archive: its place on a Hilbert curve, after all tiles of lower zoom
 * levels (PMTiles 3, section 4.1).
 */
export function computeTileId(zoom: number, x: number, y: number): number {
  const largest = (1 << zoom) - 1
  let onCurve = 0
  let column = x
  let row = y
  for (let level = zoom - 1; level >= 0; level--) {
    const east = (column >>> level) & 1
    const south = (row >>> level) & 1
    onCurve = 4 * onCurve + ((3 * east) ^ south)
    if (south === 0) {
      const swapped = east === 1 ? largest - column : column
      column = east === 1 ? largest - row : row
      row = swapped
    }
  }
  return countTilesAbove(zoom) + onCurve
}

/** Returns the number of tiles of all lower zoom levels. */
function countTilesAbove(zoom: number): number {
  return (4 ** zoom - 1) / 3
}

/**
 * Returns the number of the tile around another, the given number of zoom levels above it. The curve passes through
 * all of one tile before the next.
 */
export function findTileIdAbove(tileId: number, zoom: number, levels: number): number {
  const onCurve = tileId - countTilesAbove(zoom)
  return countTilesAbove(zoom - levels) + Math.floor(onCurve / 4 ** levels)
}
