export { maxBlobBytes, type OsmBlob, OsmPbfFile } from './blobs.ts'
export { inspectOsm, mergeBounds, type OsmExtract } from './inspect.ts'
export { AllNodes, IdList, NodeTable } from './node-table.ts'
export {
  type OsmMember,
  type OsmTags,
  type OsmVisitor,
  readDifferences,
  readList,
} from './objects.ts'
export { OsmOrder } from './order.ts'
export { frameBlob, frameUnpacked, packBlob } from './packing.ts'
export { type AssembledRings, assembleRings } from './rings.ts'
export { SortedIds } from './sorted-ids.ts'
export { OsmSource, type PassOptions } from './source.ts'
