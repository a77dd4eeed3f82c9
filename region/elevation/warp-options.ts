import type { PixelGrid } from './pixel-grid.ts'
import { noData } from './vrt.ts'

/**
 * Options of gdalwarp for bilinear heights at exact positions. A sample on a source sample keeps its height, a sample
 * nearest to a gap becomes a gap, and others leave gaps out.
 */
export const bilinearOptions = ['-r', 'bilinear', '-et', '0', '-dstnodata', String(noData)]

/** Returns the options of gdalwarp for a target grid. */
export function formatTargetOptions({
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
