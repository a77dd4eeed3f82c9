export { neededTiles } from './needed-tiles.ts'
export { TileCache, type TileCacheOptions, type TileCacheStatistics } from './tile-cache.ts'
