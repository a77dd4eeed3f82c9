import type { PixelGrid } from './pixel-grid.ts'
import { noData } from './vrt.ts'

/**
 * The options of gdalwarp for bilinear heights at exact positions: a sample that falls on one of the
 * source keeps its height, one that falls nearest to a gap is a gap, and others leave gaps out.
 */
export const bilinearOptions = ['-r', 'bilinear', '-et', '0', '-dstnodata', String(noData)]

/** The options of gdalwarp for a grid as its target. */
export function targetOptions({
  west,
  north,
  stepLon,
  stepLat,
  width,
  height,
}: PixelGrid): string[] {
  const south = north - height * stepLat
  const east = west + width * stepLon
  return ['-te', ...[west, south, east, north].map(String), '-ts', String(width), String(height)]
}
