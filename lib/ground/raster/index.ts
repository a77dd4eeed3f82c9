/** Cloud-optimised GeoTIFFs in a store, read by byte range. */
export { Bilinear } from './bilinear.ts'
export {
  columnOf,
  type GridPosition,
  pixelAt,
  placeOn,
  type RasterGrid,
  rowOf,
  sampleAt,
  tileCount,
  tilesAcross,
} from './grid.ts'
export type { RasterHeader } from './header.ts'
export { openRaster, type Raster, type RasterOptions } from './raster.ts'
export { checksumsOf } from './tile-checksums.ts'
export { type TileFormat, type TileSamples, tileBytes } from './tile-decoder.ts'
export { tileRanges } from './tile-ranges.ts'
export { type TileCache, tileCache } from './tile-store.ts'
export { writeChecksums } from './write-checksums.ts'
