export { type BuiltElevation, buildElevation } from './build-elevation.ts'
export {
  cellOfName,
  type DegreeCell,
  engineTilePath,
  hgtGrid,
  neededCells,
} from './degree-cells.ts'
export { type DemSource, inspectDem } from './dem-source.ts'
export { runGdal } from './gdal.ts'
export { coveredShare, gridBounds, gridOffset, mosaicGrid, type PixelGrid } from './pixel-grid.ts'
export { assertPlausibleHeights, land } from './plausible-heights.ts'
export { assertHeightSamples, assertSoundTiff, assertTiff } from './tiff-check.ts'
