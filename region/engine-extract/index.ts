/** Writes the copy of an OpenStreetMap extract that the routing engine's builder reads. */

export { writeEngineExtracts } from './engine-extract.ts'
