/** Finds the parts of a query that are place names. */
export { findKnownNames, maxLookups } from './known-names.ts'
