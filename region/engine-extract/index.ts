/** The copy of an OpenStreetMap extract that the routing engine is given. */

export { writeEngineExtracts } from './engine-extract.ts'
