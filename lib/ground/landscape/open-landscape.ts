import type { Dataset } from '#ground/dataset'
import type { Bounds } from '#ground/geo'
import {
  countTileBytes,
  makeTileCache,
  openRaster,
  type Raster,
  type RasterGrid,
  type TileCache,
} from '#ground/raster'
import { ApiError } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { type Band, bands } from './bands.ts'
import { listBoxTiles } from './box-tiles.ts'
import { GroundView } from './ground-view.ts'
import type { Landscape, LandscapeView } from './landscape.ts'
import { loadTiles } from './loaded-tiles.ts'

/** Cache of decoded tiles of all `features.tif` of this process: 85 tiles of twelve bands. */
const sharedCache = makeTileCache(64 * 1024 * 1024)

const defaultViewBytes = 192 * 1024 * 1024

export interface LandscapeOptions {
  /**
   * Cache of decoded tiles of the features; by default 64 MB for all files of this process together. Derived bands
   * are kept with them, a twelfth more for each.
   */
  cache?: TileCache
  /** Cache of decoded tiles of the terrain; by default the cache shared by all readers of terrain. */
  terrainCache?: TileCache
  /**
   * Maximum bytes of decoded features of one view; by default 256 tiles of twelve bands, the ground along 600 km of a
   * winding path.
   */
  maxViewBytes?: number
}

/**
 * Opens the ground of a build, `features.tif` and `terrain.tif`.
 *
 * @throws ApiError `service_unavailable`, with the reason as its cause, when the files are missing from the build,
 * cannot be read, are damaged, or do not contain the {@link bands}.
 */
export async function openLandscape(
  storage: Storage,
  dataset: Dataset,
  { cache = sharedCache, terrainCache, maxViewBytes = defaultViewBytes }: LandscapeOptions = {},
): Promise<Landscape> {
  const [features, terrain] = await Promise.all([
    openRaster(storage, dataset, 'features.tif', {
      bands: bands.length,
      types: ['Uint8'],
      cache,
    }),
    openRaster(storage, dataset, 'terrain.tif', {
      bands: 1,
      types: ['Int16', 'Float32'],
      cache: terrainCache,
    }),
  ])
  return new RegionLandscape(features, terrain, dataset, maxViewBytes)
}

class RegionLandscape implements Landscape {
  readonly bounds: Bounds
  readonly missing: readonly Band[]
  readonly attribution: string
  readonly #features: Raster
  readonly #terrain: Raster
  readonly #maxTiles: number

  constructor(features: Raster, terrain: Raster, { manifest }: Dataset, maxViewBytes: number) {
    this.#features = features
    this.#terrain = terrain
    this.#maxTiles = Math.floor(maxViewBytes / countTileBytes(features.header.format))
    this.bounds = computeGridBounds(features.header.grid)
    const layers = new Set<string>(manifest.features?.missing.map(({ layer }) => layer))
    this.missing = bands.filter((band) => layers.has(band))
    this.attribution = manifest.attribution
  }

  async view(boxes: Bounds | readonly Bounds[], signal?: AbortSignal): Promise<LandscapeView> {
    const all = 'min_lat' in boxes ? [boxes] : boxes
    const tiles = listBoxTiles(this.#features.header.grid, all)
    if (tiles.size > this.#maxTiles)
      throw new ApiError(
        'bad_request',
        'The area stretches over too much ground for one request: send it in parts.',
      )
    const [features, terrain] = await Promise.all([
      loadTiles(this.#features, tiles, signal),
      loadTiles(this.#terrain, listBoxTiles(this.#terrain.header.grid, all), signal),
    ])
    return new GroundView(features, terrain)
  }
}

function computeGridBounds(grid: RasterGrid): Bounds {
  const north = grid.firstLat + grid.stepLat / 2
  const west = grid.firstLon - grid.stepLon / 2
  return {
    min_lat: north - grid.height * grid.stepLat,
    min_lon: west,
    max_lat: north,
    max_lon: west + grid.width * grid.stepLon,
  }
}
