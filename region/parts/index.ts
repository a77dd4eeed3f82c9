/** Builds the road graph of a large extract in parts. */
export { buildInParts, removeParts } from './build-parts.ts'
export { cutExtracts } from './cut-extracts.ts'
export { searchArea } from './ferry-areas.ts'
export { assignToParts, type Membership } from './membership.ts'
export { type PartCount, partCount, partMemory } from './part-count.ts'
export { maxParts, planParts } from './plan-parts.ts'
export { mergeRecords } from './restriction-files.ts'
export { neighboursOf, tileCodeAt, tileOf, tilesOf } from './tile-grid.ts'
