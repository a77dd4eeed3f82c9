/** Builds the road graph of a large extract in parts. */
export { buildPart, type GraphPart } from './build-part.ts'
export { buildInParts, removeParts } from './build-parts.ts'
export type { BuiltParts } from './built-parts.ts'
export { cutExtracts } from './cut-extracts.ts'
export { type CutParts, cutParts } from './cut-parts.ts'
export { searchArea } from './ferry-areas.ts'
export { assignToParts, type Membership } from './membership.ts'
export { mergeParts } from './merge-parts.ts'
export {
  countPartsThatFit,
  estimatePartMemory,
  type PartCount,
  planPartCount,
  ringFactor,
} from './part-count.ts'
export { maxParts, planParts } from './plan-parts.ts'
export { mergeRecords, restrictionFiles } from './restriction-files.ts'
export { listNeighbours, listTilesAt, tileCodeAt, toTile } from './tile-grid.ts'
export { computeChecksum } from './tile-header.ts'
