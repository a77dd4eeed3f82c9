/** Cloud-optimised GeoTIFFs in a store, read by byte range. */
export { Bilinear } from './bilinear.ts'
export {
  clampToSamples,
  countTiles,
  countTilesAcross,
  type GridPosition,
  type RasterGrid,
  toGridColumn,
  toGridPosition,
  toGridRow,
  toPixel,
} from './grid.ts'
export type { RasterHeader } from './header.ts'
export { openRaster, type Raster, type RasterOptions } from './raster.ts'
export { nameChecksums } from './tile-checksums.ts'
export { countTileBytes, type TileFormat, type TileSamples } from './tile-decoder.ts'
export { joinTileRanges } from './tile-ranges.ts'
export { makeTileCache, type TileCache } from './tile-store.ts'
export { writeChecksums } from './write-checksums.ts'
