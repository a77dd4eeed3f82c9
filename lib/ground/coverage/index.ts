/** Where a region has roads and places. */
export { type Cell, cellAt } from './cell.ts'
export { Coverage, isInBoxes, metersToBoxes, reachMeters } from './coverage.ts'
export { CoveredCells } from './covered-cells.ts'
export { BoundsSchema, CoverageFacts, maxCells } from './schema.ts'
