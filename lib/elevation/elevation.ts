import { type Dataset, DatasetError } from '../dataset/index.ts'
import { ApiError, unavailable } from '../errors/index.ts'
import type { LatLon } from '../geo/index.ts'
import { ObjectChanged, ObjectNotFound, type Storage } from '../storage/index.ts'
import { Interpolation } from './bilinear.ts'
import { type ReadBytes, readHeader, type TerrainHeader } from './header.ts'
import { type TileCache, TileStore, tileCache } from './tile-store.ts'

/** The heights of a region. */
export interface Elevation {
  /**
   * Heights in metres at the positions, in their order: bilinear between the samples, the nearest one
   * within half a pixel beyond the outermost. `null` outside, and where a sample with a share in the
   * height has no data. Positions outside cost no read.
   *
   * Throws `service_unavailable` when the file cannot be read or is damaged, or the signal's reason.
   */
  heightsAt(positions: readonly LatLon[], signal?: AbortSignal): Promise<(number | null)[]>
}

/** Decoded tiles of all files of this process: 512 of whole numbers, 256 of fractions. */
const sharedCache = tileCache(64 * 1024 * 1024)

export interface ElevationOptions {
  /** Decoded tiles; by default 64 MB for all files of this process together. */
  cache?: TileCache
}

/**
 * Opens the heights of a build, `terrain.tif`: reads its header, and later by byte range what is asked
 * for, pinned to the file as it was opened.
 *
 * @throws ApiError `service_unavailable`, with the true reason as its cause, when the build has no such
 * file, or it cannot be read or is damaged.
 */
export async function openElevation(
  storage: Storage,
  dataset: Dataset,
  { cache = sharedCache }: ElevationOptions = {},
): Promise<Elevation> {
  const key = dataset.fileKey('terrain.tif')
  // Known from the first read on, which the library waits for before it makes others.
  let etag: string | undefined
  const read: ReadBytes = async (start, end) => {
    const range = { start, end }
    const answer = await storage.get(key, etag === undefined ? { range } : { range, etag })
    etag ??= answer.etag
    return answer.bytes
  }
  const header = await readable(key, () => readHeader(read))
  return new TerrainElevation(key, header, new TileStore(`${key} ${etag}`, header, read, cache))
}

class TerrainElevation implements Elevation {
  readonly #key: string
  readonly #header: TerrainHeader
  readonly #tiles: TileStore

  constructor(key: string, header: TerrainHeader, tiles: TileStore) {
    this.#key = key
    this.#header = header
    this.#tiles = tiles
  }

  async heightsAt(positions: readonly LatLon[], signal?: AbortSignal): Promise<(number | null)[]> {
    const { grid, noData } = this.#header
    const interpolation = new Interpolation(grid, positions)
    await readable(
      this.#key,
      () =>
        this.#tiles.each(
          interpolation.tiles.keys(),
          (tile, heights) => interpolation.take(tile, heights),
          signal,
        ),
      signal,
    )
    return interpolation.heights(noData)
  }
}

/** Faults of the store say already what they are; what else goes wrong is the file's. */
async function readable<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error
    if (error instanceof ObjectChanged || error instanceof ObjectNotFound) throw unavailable(error)
    const reason = error instanceof Error ? error.message : String(error)
    throw unavailable(new DatasetError(`${key} is damaged: ${reason}.`, { cause: error }))
  }
}
