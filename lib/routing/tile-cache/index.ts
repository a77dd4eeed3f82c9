export { guessNeededTiles } from './needed-tiles.ts'
export { SparseTar } from './sparse-tar.ts'
export {
  EngineTileCache,
  type RunEngine,
  type TileCacheOptions,
  type TileCacheStatistics,
} from './tile-cache.ts'
