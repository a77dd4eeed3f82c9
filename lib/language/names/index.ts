/** Parts of a query that are names of places. */
export { knownNames, maxLookups } from './known-names.ts'
