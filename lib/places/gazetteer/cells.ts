import type { Bounds, LatLon } from '#ground/geo'
import { namespaces } from './gazetteer.ts'

/**
 * Zooms of the Web Mercator grid at which places are indexed: at 45 degrees cells are about 110, 14 and
 * 1.7 km wide.
 */
export const cellZooms = [8, 11, 14] as const

export type CellZoom = (typeof cellZooms)[number]

/** Northern edge of the Web Mercator square. */
const maxMercatorLatitude = 85.0511287798066

/** 180 degrees falls in the last column. */
export function columnOf(lon: number, zoom: CellZoom): number {
  const columns = 2 ** zoom
  return Math.min(columns - 1, Math.max(0, Math.floor(((lon + 180) / 360) * columns)))
}

/** Rows count from the north; the poles fall in the outermost rows. */
export function rowOf(lat: number, zoom: CellZoom): number {
  const rows = 2 ** zoom
  const radians =
    (Math.min(maxMercatorLatitude, Math.max(-maxMercatorLatitude, lat)) * Math.PI) / 180
  const north = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2
  return Math.min(rows - 1, Math.max(0, Math.floor(north * rows)))
}

export function cellTerm(zoom: CellZoom, column: number, row: number): string {
  return `${namespaces.cell}:${zoom}/${column}/${row}`
}

export function cellTermAt({ lat, lon }: LatLon, zoom: CellZoom): string {
  return cellTerm(zoom, columnOf(lon, zoom), rowOf(lat, zoom))
}

/** Number of cells that a box touches. */
export function cellCount(box: Bounds, zoom: CellZoom): number {
  const columns = columnOf(box.max_lon, zoom) - columnOf(box.min_lon, zoom) + 1
  const rows = rowOf(box.min_lat, zoom) - rowOf(box.max_lat, zoom) + 1
  return columns * rows
}

/** Terms of all cells that a box touches. They can be many: call {@link cellCount} first. */
export function cellTermsOf(box: Bounds, zoom: CellZoom): string[] {
  const terms: string[] = []
  for (let row = rowOf(box.max_lat, zoom); row <= rowOf(box.min_lat, zoom); row++) {
    for (
      let column = columnOf(box.min_lon, zoom);
      column <= columnOf(box.max_lon, zoom);
      column++
    ) {
      terms.push(cellTerm(zoom, column, row))
    }
  }
  return terms
}
