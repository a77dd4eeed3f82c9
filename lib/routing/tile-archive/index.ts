export { findConnectedAreas } from './areas.ts'
export { buildBlankHeader } from './blank-tile.ts'
export { type ArchivedTile, encodeDirectory, TileDirectory, type TileFrame } from './directory.ts'
export { DamagedFrame, type ReadRange, TileArchive } from './read.ts'
export {
  decodeSummary,
  emptySummary,
  encodeSummary,
  summarizeTile,
  type TileSummary,
} from './summary.ts'
export {
  buildTarIndex,
  buildUstarHeader,
  measureTarIndex,
  readTarTileIds,
  type TarTile,
  tarBlockBytes,
} from './tar.ts'
export { readSomeRoad } from './tile.ts'
export {
  computeTileBounds,
  findCorner,
  findTileId,
  formatTileName,
  listTileIds,
  parseTileName,
  readLevel,
  tileDegrees,
} from './tile-id.ts'
export { headerBytes, headerOffsets, readTileVersion } from './tile-layout.ts'
export { type TileInput, writeTileArchive } from './write.ts'
