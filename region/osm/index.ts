export { inspectOsm, type OsmExtract, unionBounds } from './inspect.ts'
export { IdList, NodeTable } from './node-table.ts'
export { normaliseSpans } from './normalise-spans.ts'
export { frameBlob, packBlob } from './packing.ts'
export { type AssembledRings, assembleRings } from './rings.ts'
export {
  type OsmMember,
  OsmSource,
  type OsmTags,
  type OsmVisitor,
  type PassOptions,
} from './source.ts'
