/** Measures where extracts have roads and places. */
export { measureCoverage } from './measure-coverage.ts'
export { mergeBoxes } from './merge-boxes.ts'
