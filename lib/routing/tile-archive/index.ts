export { connectedAreas } from './areas.ts'
export { blankHeader } from './blank-tile.ts'
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
  readTarTileIds,
  type TarTile,
  tarBlockBytes,
  tarIndex,
  tarIndexBytes,
  ustarHeader,
} from './tar.ts'
export { readSomeRoad } from './tile.ts'
export {
  cornerOf,
  levelOf,
  tileAt,
  tileBounds,
  tileDegrees,
  tileIdOf,
  tileName,
  tilesIn,
} from './tile-id.ts'
export { headerBytes, headerOffsets, tileVersion } from './tile-layout.ts'
export { type TileInput, writeTileArchive } from './write.ts'
