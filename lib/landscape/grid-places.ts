import type { RasterGrid } from '../raster/index.ts'

/**
 * A grid reaches half a pixel beyond its outermost samples; rounding must not cut its edge off. In
 * samples.
 */
const reach = 0.5 + 1e-6

/**
 * How many samples a longitude lies east of the first. A grid over the antimeridian counts its
 * longitudes on beyond 180 degrees, and so may who asks.
 */
export function columnOf({ firstLon, stepLon, width }: RasterGrid, lon: number): number {
  const column = (lon - firstLon) / stepLon
  if (column >= -reach && column <= width - 1 + reach) return column
  const turn = 360 / stepLon
  return column < 0 ? column + turn : column - turn
}

/** The pixel a place among the samples is in; -1 beyond them. */
export function pixelOf(place: number, pixels: number): number {
  if (!(place >= -reach && place <= pixels - 1 + reach)) return -1
  const pixel = Math.floor(place + 0.5)
  if (pixel < 0) return 0
  return pixel < pixels ? pixel : pixels - 1
}

/** The place between the samples; the outermost ones count for half a pixel beyond them, then `NaN`. */
export function sampleOf(place: number, samples: number): number {
  if (!(place >= -reach && place <= samples - 1 + reach)) return Number.NaN
  if (place < 0) return 0
  return place < samples - 1 ? place : samples - 1
}
