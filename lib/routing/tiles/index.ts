export { type AlongLine, openTileSet, type TileSet } from './tile-set.ts'
