import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dataset, type IntactFile, localCopy } from '../../lib/dataset/index.ts'
import { type Engine, openEngine } from '../../lib/routing/index.ts'
import type { Storage } from '../../lib/storage/index.ts'
import { watchRegion } from '../follow-region.ts'

/** The routing engine on one build of the region. */
export interface RegionEngine {
  build: string
  engine: Engine
  /** What the engine has mapped. */
  tiles: IntactFile
}

const copies = join(tmpdir(), 'cairn')

const follow = watchRegion<RegionEngine>({
  // Compared with the manifest where it is opened: from a bucket it is a copy.
  files: [],
  open: openOn,
  assertIntact: ({ tiles }) => tiles.assertIntact(),
})

/** The routing engine on the region's published build, with the build's id. */
export function followRegionEngine(): Promise<RegionEngine> {
  return follow()
}

/** As {@link followRegionEngine}, the engine alone. */
export async function openRegionEngine(): Promise<Engine> {
  return (await follow()).engine
}

async function openOn(dataset: Dataset, storage: Storage): Promise<RegionEngine> {
  const tiles = await localCopy(storage, dataset, 'routing.tar', { folder: copies })
  const engine = await openEngine({ tileExtract: tiles.path, intact: tiles })
  tiles.assertIntact()
  return { build: dataset.build, engine, tiles }
}
