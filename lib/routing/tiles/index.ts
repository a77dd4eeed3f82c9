export { SegmentSet } from './segments.ts'
export { openTileSet } from './tar.ts'
export { type LineFeatures, TileSet, type TileSource } from './tile-set.ts'
