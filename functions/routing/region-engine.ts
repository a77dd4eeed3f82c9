import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dataset, localCopy, type VerifiedFile } from '../../lib/dataset/index.ts'
import { type Engine, openEngine } from '../../lib/routing/index.ts'
import type { Storage } from '../../lib/storage/index.ts'
import { watchRegion } from '../watch-region.ts'

/** The routing engine on one build of the region. */
export interface RegionEngine {
  build: string
  engine: Engine
  /** The file that the engine has mapped. */
  tiles: VerifiedFile
}

const copies = join(tmpdir(), 'cairn')

/** The routing engine on the region's published build, with the build's id; see {@link watchRegion}. */
export const regionEngineAndBuild = watchRegion<RegionEngine>({
  // `localCopy` compares the tiles with the manifest: from a bucket they are a copy.
  files: [],
  open,
  assertIntact: ({ tiles }) => tiles.assertIntact(),
})

/** The routing engine on the region's published build. */
export async function regionEngine(region?: string): Promise<Engine> {
  return (await regionEngineAndBuild(region)).engine
}

async function open(dataset: Dataset, storage: Storage): Promise<RegionEngine> {
  const tiles = await localCopy(storage, dataset, 'routing.tar', { folder: copies })
  const engine = await openEngine({
    tileExtract: tiles.path,
    intact: tiles,
    bounds: dataset.manifest.bounds,
  })
  tiles.assertIntact()
  return { build: dataset.build, engine, tiles }
}
