export { type BuiltElevation, buildElevation } from './build-elevation.ts'
export {
  type DegreeCell,
  formatTilePath,
  listNeededCells,
  makeHgtGrid,
  parseCellName,
} from './degree-cells.ts'
export { type DemSource, inspectDem } from './dem-source.ts'
export { runGdal } from './gdal.ts'
export {
  computeGridBounds,
  findGridOffset,
  measureCoveredShare,
  type PixelGrid,
  planMosaicGrid,
} from './pixel-grid.ts'
export { assertPlausibleHeights, land } from './plausible-heights.ts'
export { assertHeightSamples, assertSoundTiff, assertTiff } from './tiff-check.ts'
