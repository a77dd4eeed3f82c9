import type { LatLon } from '#ground/geo'

/** Samples on a north-up grid of WGS 84, row by row from the north-west, stored in square tiles. */
export interface RasterGrid {
  /** The first sample, in the middle of its pixel; degrees. */
  firstLat: number
  firstLon: number
  /** Degrees between samples. */
  stepLat: number
  stepLon: number
  /** Samples. */
  width: number
  height: number
  /** Samples along a side of a tile. */
  tileSide: number
}

/** Tiles in a row of tiles. */
export function tilesAcross({ width, tileSide }: RasterGrid): number {
  return Math.ceil(width / tileSide)
}

/** Tiles of the whole grid. */
export function tileCount(grid: RasterGrid): number {
  return tilesAcross(grid) * Math.ceil(grid.height / grid.tileSide)
}

/** A position in samples: `column` 2.25 lies a quarter of the way from the third sample to the fourth. */
export interface GridPosition {
  column: number
  row: number
}

/** The grid includes the outer half of its outermost pixels, and a little more against rounding. */
const halfPixel = 0.5 + 1e-6

/**
 * A position in samples; `undefined` outside the grid. In the outer half of the outermost pixels it is
 * that of the nearest sample.
 */
export function placeOn(grid: RasterGrid, { lat, lon }: LatLon): GridPosition | undefined {
  const row = sampleAt(rowOf(grid, lat), grid.height)
  const column = sampleAt(columnOf(grid, lon), grid.width)
  return Number.isNaN(row) || Number.isNaN(column) ? undefined : { column, row }
}

/** How many samples a latitude lies south of the first. */
export function rowOf({ firstLat, stepLat }: RasterGrid, lat: number): number {
  return (firstLat - lat) / stepLat
}

/**
 * How many samples a longitude lies east of the first. Over the antimeridian the grid's longitudes go on
 * beyond 180, and so may `lon`.
 */
export function columnOf({ firstLon, stepLon, width }: RasterGrid, lon: number): number {
  const column = (lon - firstLon) / stepLon
  if (isOn(column, width)) return column
  const turn = 360 / stepLon
  return column < 0 ? column + turn : column - turn
}

/** A row or column clamped to the samples; `NaN` outside the grid. */
export function sampleAt(place: number, samples: number): number {
  if (!isOn(place, samples)) return Number.NaN
  if (place < 0) return 0
  return place < samples - 1 ? place : samples - 1
}

/** The pixel of a row or column; -1 outside the grid. */
export function pixelAt(place: number, pixels: number): number {
  if (!isOn(place, pixels)) return -1
  const pixel = Math.floor(place + 0.5)
  if (pixel < 0) return 0
  return pixel < pixels ? pixel : pixels - 1
}

function isOn(place: number, samples: number): boolean {
  return place >= -halfPixel && place <= samples - 1 + halfPixel
}
