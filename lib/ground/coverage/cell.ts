import type { Bounds, LatLon } from '#ground/geo'

/**
 * A cell of the grid of map tiles (Web Mercator). Columns count from the date line to the east, rows from the north.
 * At zoom level z there are 2^z of each.
 */
export interface Cell {
  zoom: number
  column: number
  row: number
}

/** Zoom level of the smallest cells: 2.4 km a side at the equator, 1.2 km at 60 degrees. */
export const finestZoom = 14

/** Latitude at which the grid ends. Positions beyond belong to its last row. */
const maxLatitude = 85.051128779806

/** Returns the column of the smallest cell around a longitude, degrees. */
export function toColumn(lon: number): number {
  const side = 2 ** finestZoom
  const column = Math.floor(((lon + 180) / 360) * side)
  return ((column % side) + side) % side
}

/** Returns the row of the smallest cell around a latitude, degrees. */
export function toRow(lat: number): number {
  const side = 2 ** finestZoom
  const within = Math.max(-maxLatitude, Math.min(maxLatitude, lat))
  const north = Math.asinh(Math.tan((within * Math.PI) / 180)) / Math.PI
  return Math.max(0, Math.min(side - 1, Math.floor(((1 - north) / 2) * side)))
}

/** Returns the smallest cell around a position. */
export function findCellAt({ lat, lon }: LatLon): Cell {
  return { zoom: finestZoom, column: toColumn(lon), row: toRow(lat) }
}

/**
 * Returns the latitude of the northern edge of a row, degrees. The first row and the end of the last reach the poles.
 */
function findNorth(zoom: number, row: number): number {
  if (row <= 0) return 90
  if (row >= 2 ** zoom) return -90
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) * 180) / Math.PI
}

/** Returns the box of a cell, degrees. */
export function computeCellBounds({ zoom, column, row }: Cell): Bounds {
  const degrees = 360 / 2 ** zoom
  return {
    min_lat: findNorth(zoom, row + 1),
    min_lon: column * degrees - 180,
    max_lat: findNorth(zoom, row),
    max_lon: (column + 1) * degrees - 180,
  }
}

/**
 * Returns the quadkey of a cell: a digit for each zoom level, plus 1 in the eastern half and plus 2 in the southern
 * half. The key of a cell begins with the key of every cell around it.
 * https://learn.microsoft.com/bingmaps/articles/bing-maps-tile-system
 */
export function toQuadkey({ zoom, column, row }: Cell): string {
  let key = ''
  for (let bit = zoom - 1; bit >= 0; bit--)
    key += String(((column >> bit) & 1) + 2 * ((row >> bit) & 1))
  return key
}

/** Returns the cell of a quadkey. */
export function parseQuadkey(key: string): Cell {
  let [column, row] = [0, 0]
  for (const digit of key) {
    column = 2 * column + (Number(digit) & 1)
    row = 2 * row + (Number(digit) >> 1)
  }
  return { zoom: key.length, column, row }
}

/** Returns a number that identifies a cell within its zoom level. */
export function encodeCell(column: number, row: number): number {
  return row * 2 ** finestZoom + column
}
