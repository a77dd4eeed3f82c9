import type { Dataset } from '#ground/dataset'
import type { LatLon } from '#ground/geo'
import { openRaster, type Raster, type TileCache } from '#ground/raster'
import type { Storage } from '#platform/storage'
import { Interpolation } from './interpolation.ts'

/** Heights of a region. */
export interface Elevation {
  /**
   * Returns heights at the positions, metres: bilinear between samples, the nearest sample within half a pixel beyond
   * the outermost. `null` outside, and if a sample with a weight has no data. Positions outside cost no read.
   *
   * Throws `service_unavailable` when the file cannot be read or is damaged, or the signal's reason.
   */
  heightsAt(positions: readonly LatLon[], signal?: AbortSignal): Promise<(number | null)[]>
}

export interface ElevationOptions {
  /**
   * Cache of decoded tiles; by default 64 MB for all files of this process together: 512 tiles of integers, 256 of
   * floats.
   */
  cache?: TileCache
}

/**
 * Opens the heights of a build, `terrain.tif`.
 *
 * @throws ApiError `service_unavailable`, with the reason as its cause, when the file is missing from the build,
 * cannot be read or is damaged.
 */
export async function openElevation(
  storage: Storage,
  dataset: Dataset,
  { cache }: ElevationOptions = {},
): Promise<Elevation> {
  const options = { bands: 1, types: ['Int16', 'Float32'], cache } as const
  return new TerrainElevation(await openRaster(storage, dataset, 'terrain.tif', options))
}

class TerrainElevation implements Elevation {
  readonly #terrain: Raster

  constructor(terrain: Raster) {
    this.#terrain = terrain
  }

  async heightsAt(positions: readonly LatLon[], signal?: AbortSignal): Promise<(number | null)[]> {
    const { grid, noData } = this.#terrain.header
    const interpolation = new Interpolation(grid, positions)
    await this.#terrain.each(
      interpolation.tiles.keys(),
      (tile, heights) => interpolation.take(tile, heights),
      signal,
    )
    return interpolation.heights(noData)
  }
}
