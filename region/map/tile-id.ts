/**
 * The number of a tile in a PMTiles archive: its place on a Hilbert curve, after all tiles of lower zoom
 * levels (PMTiles 3, section 4.1).
 */
export function tileIdOf(zoom: number, x: number, y: number): number {
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
  return tilesAbove(zoom) + onCurve
}

/** Tiles of all lower zoom levels. */
function tilesAbove(zoom: number): number {
  return (4 ** zoom - 1) / 3
}

/** The number of the tile around another, so many zoom levels above it: the curve goes through all of one tile first. */
export function tileIdAbove(tileId: number, zoom: number, levels: number): number {
  const onCurve = tileId - tilesAbove(zoom)
  return tilesAbove(zoom - levels) + Math.floor(onCurve / 4 ** levels)
}
