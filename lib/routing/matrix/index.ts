export { type MatrixCells, type MatrixQuery, matrixCells } from './cells.ts'
export { findPairOverLimit } from './distance-limit.ts'
export { findMatrix, matrixToGeojson } from './matrix.ts'
