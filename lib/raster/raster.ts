import { DatasetError } from '../dataset/index.ts'
import { ApiError, unavailable } from '../errors/index.ts'
import { ObjectChanged, ObjectNotFound, type Storage } from '../storage/index.ts'
import { type RasterHeader, type ReadBytes, readHeader } from './header.ts'
import type { TileFormat, TileSamples } from './tile-decoder.ts'
import { type TileCache, TileStore, tileCache } from './tile-store.ts'

/** Decoded tiles of all rasters of this process that have no cache of their own. */
const sharedCache = tileCache(64 * 1024 * 1024)

export interface RasterOptions {
  /** What the file has to hold. */
  bands: number
  types: readonly TileFormat['type'][]
  /** Decoded tiles; by default 64 MB for all files of this process together. */
  cache?: TileCache | undefined
}

/** A tiled raster in a store, open: its header is known, its tiles are read when they are asked for. */
export class Raster {
  /** Where it is stored. */
  readonly key: string
  readonly header: RasterHeader
  readonly #tiles: TileStore

  constructor(key: string, header: RasterHeader, tiles: TileStore) {
    this.key = key
    this.header = header
    this.#tiles = tiles
  }

  /**
   * Shows each of the tiles, by their numbers in row order, to `visit`, in any order.
   *
   * @throws ApiError `service_unavailable` when the file cannot be read or is damaged, or the signal's
   * reason.
   */
  async each(
    tiles: Iterable<number>,
    visit: (tile: number, samples: TileSamples) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    await readable(this.key, () => this.#tiles.each(tiles, visit, signal), signal)
  }
}

/**
 * Opens a raster: reads its header, and later by byte range what is asked for, pinned to the file as it
 * was opened.
 *
 * @throws ApiError `service_unavailable`, with the true reason as its cause, when the file cannot be
 * read or is not what it has to be.
 */
export async function openRaster(
  storage: Storage,
  key: string,
  { bands, types, cache = sharedCache }: RasterOptions,
): Promise<Raster> {
  // Known from the first read on, which the library waits for before it makes others.
  let etag: string | undefined
  const read: ReadBytes = async (start, end) => {
    const range = { start, end }
    const answer = await storage.get(key, etag === undefined ? { range } : { range, etag })
    etag ??= answer.etag
    return answer.bytes
  }
  const header = await readable(key, async () => {
    const header = await readHeader(read)
    const { format } = header
    if (format.bands !== bands) throw new Error(`it has ${format.bands} bands instead of ${bands}`)
    if (!types.includes(format.type))
      throw new Error(`its samples are ${format.type} instead of ${types.join(' or ')}`)
    return header
  })
  return new Raster(key, header, new TileStore(`${key} ${etag}`, header, read, cache))
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
