import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Dataset,
  listAreas,
  provideLocalCopy,
  readVerified,
  type VerifiedFile,
} from '#ground/dataset'
import type { Bounds } from '#ground/geo'
import { unavailable } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { type Engine, openEngine, openEngineOnCache } from '#routing/operations'
import { TileArchive, TileDirectory } from '#routing/tile-archive'
import { EngineTileCache } from '#routing/tile-cache'
import { listServedRegions } from '../served-regions.ts'
import { watchRegion } from '../watch-region.ts'

/** The routing engine on one build of the region. */
export interface RegionEngine {
  build: string
  engine: Engine
  /** File that the engine has memory-mapped; `undefined` when it reads tiles, which are verified one by one. */
  tiles: VerifiedFile | undefined
}

const copies = join(tmpdir(), 'cairn')

/**
 * Maximum bytes of tiles on disk. They use at most half of the free disk, so that the next build has room beside
 * them.
 */
const maxTileBytes = 4e9

/** Opens the routing engine on the region's published build, with the build's id; see {@link watchRegion}. */
export const regionEngineAndBuild = watchRegion<RegionEngine>({
  // Files are verified as they are read: `routing.tar` by `provideLocalCopy`, the frames of `routing.tiles` by their reader.
  files: [],
  open: (dataset, storage) =>
    dataset.has('routing.tiles') ? openOnTiles(dataset, storage) : openOnTar(dataset, storage),
  assertIntact: ({ tiles }) => tiles?.assertIntact(),
})

/** Opens the routing engine on the region's published build. */
export async function regionEngine(region?: string): Promise<Engine> {
  return (await regionEngineAndBuild(region)).engine
}

async function openOnTar(dataset: Dataset, storage: Storage): Promise<RegionEngine> {
  const tiles = await provideLocalCopy(storage, dataset, 'routing.tar', { folder: copies })
  const engine = await openEngine({
    tileExtract: tiles.path,
    intact: tiles,
    areas: listStatedAreas(dataset),
  })
  tiles.assertIntact()
  return { build: dataset.build, engine, tiles }
}

async function openOnTiles(dataset: Dataset, storage: Storage): Promise<RegionEngine> {
  const directory = await openDirectory(dataset, storage)
  const key = dataset.fileKey('routing.tiles')
  const archive = new TileArchive(directory, async (range, signal) => {
    const { bytes } = await storage.get(key, { range, ...(signal && { signal }) })
    return bytes
  })
  const { bavail, bsize } = await statfs(tmpdir())
  const cache = await EngineTileCache.open(archive, {
    folder: copies,
    budgetBytes: Math.min(maxTileBytes, (bavail * bsize) / 2),
  })
  const engine = await openEngineOnCache({ cache, areas: listStatedAreas(dataset) })
  return { build: dataset.build, engine, tiles: undefined }
}

/** Lists the areas of the region for errors; with several regions `regionEndpoint` names all of them. */
function listStatedAreas({ manifest }: Dataset): readonly Bounds[] {
  return listServedRegions().length > 1 ? [] : listAreas(manifest)
}

async function openDirectory(dataset: Dataset, storage: Storage): Promise<TileDirectory> {
  const bytes = await readVerified(storage, dataset, 'routing.tiles.directory')
  try {
    const directory = new TileDirectory(bytes)
    if (directory.archiveSize === dataset.entry('routing.tiles')!.size) return directory
  } catch (error) {
    throw unavailable(error)
  }
  throw unavailable(new Error(`routing.tiles and its directory are not of one build`))
}
