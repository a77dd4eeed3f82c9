export { buildElevation, type Elevation } from './build-elevation.ts'
export { type Cell, engineTilePath, neededCells } from './cells.ts'
export { type DemSource, inspectDem } from './dem-source.ts'
export { coveredShare, gridBounds } from './grid.ts'
