import type { Bounds } from '#ground/geo'
import { namespaces } from './gazetteer.ts'

/**
 * Zooms of the Web Mercator grid at which places are indexed. At 45 degrees of latitude, cells are about
 * 110, 14 and 1.7 km wide.
 */
export const cellZooms = [8, 11, 14] as const

export type CellZoom = (typeof cellZooms)[number]

/** Latitude at which the square of Web Mercator ends, north and south, degrees. */
const maxMercatorLatitude = 85.0511287798066

/** Returns the column of a longitude; 180 degrees falls in the last column. */
export function toCellColumn(lon: number, zoom: CellZoom): number {
  const columns = 2 ** zoom
  return Math.min(columns - 1, Math.max(0, Math.floor(((lon + 180) / 360) * columns)))
}

/** Returns the row of a latitude. Rows count from the north; the poles fall in the outermost rows. */
export function toCellRow(lat: number, zoom: CellZoom): number {
  const rows = 2 ** zoom
  const radians =
    (Math.min(maxMercatorLatitude, Math.max(-maxMercatorLatitude, lat)) * Math.PI) / 180
  const north = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2
  return Math.min(rows - 1, Math.max(0, Math.floor(north * rows)))
}

export function formatCellTerm(zoom: CellZoom, column: number, row: number): string {
  return `${namespaces.cell}:${zoom}/${column}/${row}`
}

/** Counts the cells that a box touches. The box must not cross the antimeridian. */
export function countCells(box: Bounds, zoom: CellZoom): number {
  const columns = toCellColumn(box.max_lon, zoom) - toCellColumn(box.min_lon, zoom) + 1
  const rows = toCellRow(box.min_lat, zoom) - toCellRow(box.max_lat, zoom) + 1
  return columns * rows
}

/** Lists the terms of all cells that a box touches. There can be many: call {@link countCells} first. */
export function listCellTerms(box: Bounds, zoom: CellZoom): string[] {
  const terms: string[] = []
  for (let row = toCellRow(box.max_lat, zoom); row <= toCellRow(box.min_lat, zoom); row++) {
    for (
      let column = toCellColumn(box.min_lon, zoom);
      column <= toCellColumn(box.max_lon, zoom);
      column++
    ) {
      terms.push(formatCellTerm(zoom, column, row))
    }
  }
  return terms
}
