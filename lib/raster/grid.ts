import type { LatLon } from '../geo/index.ts'

/** Samples on a north-up grid of WGS 84, row by row from the north-west, stored in square tiles. */
export interface RasterGrid {
  /** Where the first sample lies, degrees: the middle of its pixel. */
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

/** The outermost half pixel belongs to the grid; rounding must not cut its edge off. */
const halfPixel = 0.5 + 1e-6

/**
 * Where a position lies on the grid; `undefined` outside. The grid reaches half a pixel beyond its
 * outermost samples, and there the nearest of them counts.
 */
export function placeOn(grid: RasterGrid, { lat, lon }: LatLon): GridPosition | undefined {
  const row = (grid.firstLat - lat) / grid.stepLat
  if (!isOn(row, grid.height)) return undefined
  // A grid over the antimeridian counts its longitudes on beyond 180 degrees.
  for (const turn of [0, 360, -360]) {
    const column = (lon + turn - grid.firstLon) / grid.stepLon
    if (isOn(column, grid.width))
      return { column: clamp(column, grid.width), row: clamp(row, grid.height) }
  }
  return undefined
}

function isOn(place: number, samples: number): boolean {
  return place >= -halfPixel && place <= samples - 1 + halfPixel
}

function clamp(place: number, samples: number): number {
  return Math.min(Math.max(place, 0), samples - 1)
}
