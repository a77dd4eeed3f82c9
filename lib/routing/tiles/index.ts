export { connectedAreas } from './areas.ts'
export { SegmentSet } from './segments.ts'
export { type LineFeatures, openTileSet, type TileSet } from './tile-set.ts'
