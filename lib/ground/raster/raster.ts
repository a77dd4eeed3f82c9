import { type Dataset, DatasetError, readVerified, verifyFile } from '#ground/dataset'
import { ApiError, unavailable } from '#platform/errors'
import { ObjectChanged, ObjectNotFound, type Storage } from '#platform/storage'
import { type RasterHeader, type ReadBytes, readHeader } from './header.ts'
import { nameChecksums, parseChecksums } from './tile-checksums.ts'
import type { TileFormat, TileSamples } from './tile-decoder.ts'
import { makeTileCache, type TileCache, TileStore } from './tile-store.ts'

/** Cache of decoded tiles, for all rasters of this process without a cache of their own. */
const sharedCache = makeTileCache(64 * 1024 * 1024)

export interface RasterOptions {
  /** Required bands and sample types of the file. */
  bands: number
  types: readonly TileFormat['type'][]
  /** Cache of decoded tiles; by default 64 MB for all files of this process together. */
  cache?: TileCache | undefined
}

/** An open raster: its header is in memory, its tiles are read on demand. */
export class Raster {
  /** Key in the store. */
  readonly key: string
  readonly header: RasterHeader
  readonly #tiles: TileStore

  constructor(key: string, header: RasterHeader, tiles: TileStore) {
    this.key = key
    this.header = header
    this.#tiles = tiles
  }

  /**
   * Calls `visit` with each of the tiles (numbers in row order), in any order.
   *
   * @throws ApiError `service_unavailable` when the file cannot be read or is damaged, or the signal's
   * reason.
   */
  async each(
    tiles: Iterable<number>,
    visit: (tile: number, samples: TileSamples) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    await convertReadErrors(this.key, () => this.#tiles.each(tiles, visit, signal), signal)
  }
}

/**
 * Opens a raster of a build. Header and checksums are one file, verified by the manifest. Tiles are read by byte
 * range, compared with the checksums, and pinned to the version of the file that was read first.
 *
 * The raster of a build without checksums is verified whole if the store is a directory. From a bucket it is
 * rejected, since the verification would cost each new function 1 s for 100 MB.
 *
 * @throws ApiError `service_unavailable`, with the reason as its cause, when the file is missing from the build,
 * cannot be read, is damaged, or has other bands or types.
 */
export async function openRaster(
  storage: Storage,
  dataset: Dataset,
  file: string,
  options: RasterOptions,
): Promise<Raster> {
  const key = dataset.fileKey(file)
  const read = makePinnedReader(storage, key)
  if (dataset.has(nameChecksums(file))) {
    const bytes = await readVerified(storage, dataset, nameChecksums(file))
    const opened = await convertReadErrors(key, async () => {
      const { header, checksums } = parseChecksums(bytes)
      return { ...(await readHeader(async (start, end) => header.subarray(start, end))), checksums }
    })
    return makeRaster(dataset, file, opened, read, options)
  }
  return await convertReadErrors(key, async () => {
    if (!storage.localPath)
      throw new DatasetError(
        `Build ${dataset.build} of region ${dataset.name} has no checksums of ${file}: build the region again and publish it.`,
      )
    await verifyFile(storage, dataset.manifest, file)
    return makeRaster(dataset, file, await readHeader(read), read, options)
  })
}

/** Makes a reader of one version of a file. */
function makePinnedReader(storage: Storage, key: string): ReadBytes {
  let etag: string | undefined
  return async (start, end) => {
    const range = { start, end }
    const answer = await storage.get(key, etag === undefined ? { range } : { range, etag })
    etag ??= answer.etag
    if (answer.etag !== etag) throw new ObjectChanged(key)
    return answer.bytes
  }
}

function makeRaster(
  dataset: Dataset,
  file: string,
  header: RasterHeader,
  read: ReadBytes,
  { bands, types, cache = sharedCache }: RasterOptions,
): Raster {
  const { format } = header
  const key = dataset.fileKey(file)
  const wrong = (what: string) => unavailable(new DatasetError(`${key} is damaged: ${what}.`))
  if (format.bands !== bands) throw wrong(`it has ${format.bands} bands instead of ${bands}`)
  if (!types.includes(format.type))
    throw wrong(`its samples are ${format.type} instead of ${types.join(' or ')}`)
  const content = dataset.entry(file)!.sha256
  return new Raster(key, header, new TileStore(content, header, read, cache))
}

/** Passes errors of the store on; any other error means that the file is damaged. */
async function convertReadErrors<T>(
  key: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error
    const isPlain = error instanceof ObjectChanged || error instanceof ObjectNotFound
    if (isPlain || error instanceof DatasetError) throw unavailable(error)
    const reason = error instanceof Error ? error.message : String(error)
    throw unavailable(new DatasetError(`${key} is damaged: ${reason}.`, { cause: error }))
  }
}
