import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Dataset,
  listAreas,
  localCopy,
  readVerified,
  type VerifiedFile,
} from '#ground/dataset'
import type { Bounds } from '#ground/geo'
import { unavailable } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { type Engine, openEngine, openEngineOnCache } from '#routing/operations'
import { TileArchive, TileDirectory } from '#routing/tile-archive'
import { EngineTileCache } from '#routing/tile-cache'
import { servedRegions } from '../served-regions.ts'
import { watchRegion } from '../watch-region.ts'

/** The routing engine on one build of the region. */
export interface RegionEngine {
  build: string
  engine: Engine
  /** The file that the engine has mapped; undefined where it has tiles, which are verified one by one. */
  tiles: VerifiedFile | undefined
}

const copies = join(tmpdir(), 'cairn')

/** Tiles on disk: at most this much, and half of the free disk, so that the next build has room beside them. */
const maxTileBytes = 4e9

/** The routing engine on the region's published build, with the build's id; see {@link watchRegion}. */
export const regionEngineAndBuild = watchRegion<RegionEngine>({
  // Verified as they are read: `routing.tar` by `localCopy`, the frames of `routing.tiles` by their reader.
  files: [],
  open: (dataset, storage) =>
    dataset.has('routing.tiles') ? openOnTiles(dataset, storage) : openOnTar(dataset, storage),
  assertIntact: ({ tiles }) => tiles?.assertIntact(),
})

/** The routing engine on the region's published build. */
export async function regionEngine(region?: string): Promise<Engine> {
  return (await regionEngineAndBuild(region)).engine
}

async function openOnTar(dataset: Dataset, storage: Storage): Promise<RegionEngine> {
  const tiles = await localCopy(storage, dataset, 'routing.tar', { folder: copies })
  const engine = await openEngine({
    tileExtract: tiles.path,
    intact: tiles,
    areas: statedAreas(dataset),
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
  const engine = await openEngineOnCache({ cache, areas: statedAreas(dataset) })
  return { build: dataset.build, engine, tiles: undefined }
}

/** Where the region lies, for errors; of several regions `regionEndpoint` says where all of them are. */
function statedAreas({ manifest }: Dataset): readonly Bounds[] {
  return servedRegions().length > 1 ? [] : listAreas(manifest)
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
