/** Collections without an end at 2^24 entries. */
export { LargeMap, LargeSet } from './large.ts'
