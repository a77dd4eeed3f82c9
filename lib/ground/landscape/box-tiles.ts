import { type Bounds, marginDegrees } from '#ground/geo'
import { countTilesAcross, type RasterGrid } from '#ground/raster'
import { viewMarginMeters } from './landscape.ts'

/**
 * Returns the tiles that views of the boxes need, by their numbers in row order, ascending. Includes the margin of a
 * view and one more sample on each side for interpolation.
 */
export function listBoxTiles(grid: RasterGrid, boxes: readonly Bounds[]): Set<number> {
  const tiles = new Set<number>()
  for (const box of boxes) addTiles(grid, addMargin(box), tiles)
  return new Set([...tiles].sort((a, b) => a - b))
}

function addTiles(grid: RasterGrid, box: Bounds, tiles: Set<number>): void {
  const { width, height, tileSide } = grid
  const across = countTilesAcross(grid)
  const rows = listTileSpan(
    (grid.firstLat - box.max_lat) / grid.stepLat,
    (grid.firstLat - box.min_lat) / grid.stepLat,
    height,
    tileSide,
  )
  // Over the antimeridian, longitudes of a grid or a box continue beyond 180.
  for (const turn of [0, 360, -360]) {
    const columns = listTileSpan(
      (box.min_lon + turn - grid.firstLon) / grid.stepLon,
      (box.max_lon + turn - grid.firstLon) / grid.stepLon,
      width,
      tileSide,
    )
    for (let row = rows.first; row <= rows.last; row++)
      for (let column = columns.first; column <= columns.last; column++)
        tiles.add(row * across + column)
  }
}

/**
 * Returns the rows or columns of tiles that contain the samples between two places; none when `last` is below
 * `first`.
 */
function listTileSpan(from: number, to: number, samples: number, tileSide: number) {
  const first = Math.max(0, Math.floor(from) - 1)
  const last = Math.min(samples - 1, Math.ceil(to) + 1)
  if (first > last) return { first: 0, last: -1 }
  return { first: Math.floor(first / tileSide), last: Math.floor(last / tileSide) }
}

function addMargin(box: Bounds): Bounds {
  const { lat, lon } = marginDegrees(box, viewMarginMeters)
  return {
    min_lat: box.min_lat - lat,
    max_lat: box.max_lat + lat,
    min_lon: box.min_lon - lon,
    max_lon: box.max_lon + lon,
  }
}
