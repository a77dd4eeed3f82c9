import type { LatLon } from '#ground/geo'

/** Samples on a north-up grid of WGS 84, row by row from the north-west, stored in square tiles. */
export interface RasterGrid {
  /** Position of the first sample, in the middle of its pixel, degrees. */
  firstLat: number
  firstLon: number
  /** Distance between samples, degrees. */
  stepLat: number
  stepLon: number
  /** Size of the grid, samples. */
  width: number
  height: number
  /** Number of samples along a side of a tile. */
  tileSide: number
}

/** Returns the number of tiles in a row of tiles. */
export function countTilesAcross({ width, tileSide }: RasterGrid): number {
  return Math.ceil(width / tileSide)
}

/** Returns the number of tiles of the whole grid. */
export function countTiles(grid: RasterGrid): number {
  return countTilesAcross(grid) * Math.ceil(grid.height / grid.tileSide)
}

/** A position in samples: `column` 2.25 lies a quarter of the way from the third sample to the fourth. */
export interface GridPosition {
  column: number
  row: number
}

/**
 * Tolerance in samples: the grid includes the outer half of its outermost pixels, and a little more against rounding.
 */
const halfPixel = 0.5 + 1e-6

/**
 * Converts a position to samples; `undefined` outside the grid. In the outer half of the outermost pixels it returns
 * the position of the nearest sample.
 */
export function toGridPosition(grid: RasterGrid, { lat, lon }: LatLon): GridPosition | undefined {
  const row = clampToSamples(toGridRow(grid, lat), grid.height)
  const column = clampToSamples(toGridColumn(grid, lon), grid.width)
  return Number.isNaN(row) || Number.isNaN(column) ? undefined : { column, row }
}

/** Returns the number of samples from the first one south to a latitude. */
export function toGridRow({ firstLat, stepLat }: RasterGrid, lat: number): number {
  return (firstLat - lat) / stepLat
}

/**
 * Returns the number of samples from the first one east to a longitude. Over the antimeridian the grid's longitudes
 * continue beyond 180, and so may `lon`.
 */
export function toGridColumn({ firstLon, stepLon, width }: RasterGrid, lon: number): number {
  const column = (lon - firstLon) / stepLon
  if (isOn(column, width)) return column
  const turn = 360 / stepLon
  return column < 0 ? column + turn : column - turn
}

/** Clamps a row or column to the samples; `NaN` outside the grid. */
export function clampToSamples(place: number, samples: number): number {
  if (!isOn(place, samples)) return Number.NaN
  if (place < 0) return 0
  return place < samples - 1 ? place : samples - 1
}

/** Returns the pixel of a row or column; -1 outside the grid. */
export function toPixel(place: number, pixels: number): number {
  if (!isOn(place, pixels)) return -1
  const pixel = Math.floor(place + 0.5)
  if (pixel < 0) return 0
  return pixel < pixels ? pixel : pixels - 1
}

function isOn(place: number, samples: number): boolean {
  return place >= -halfPixel && place <= samples - 1 + halfPixel
}
