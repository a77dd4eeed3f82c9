/** Coverage of a region: the cells with roads and places. */
export { type Cell, findCellAt } from './cell.ts'
export { Coverage, isInBoxes, measureMetersToBoxes, reachMeters } from './coverage.ts'
export { CoveredCells } from './covered-cells.ts'
export { BoundsSchema, CoverageFacts, maxCells } from './schema.ts'
