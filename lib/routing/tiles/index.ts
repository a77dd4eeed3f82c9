export { type LineFeatures, openTileSet, type TileSet } from './tile-set.ts'
