export { computeCells } from './cells.ts'
export { findPairOverLimit } from './distance-limit.ts'
export { findMatrix, matrixToGeojson } from './matrix.ts'
export type { MatrixCells, MatrixQuery } from './query.ts'
