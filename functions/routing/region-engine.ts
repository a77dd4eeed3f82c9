import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dataset, localCopy } from '../../lib/dataset/index.ts'
import { type Engine, openEngine } from '../../lib/routing/index.ts'
import type { Storage } from '../../lib/storage/index.ts'
import { followRegion } from '../follow-region.ts'

/** The routing engine on one build of the region. */
export interface RegionEngine {
  build: string
  engine: Engine
}

const copies = join(tmpdir(), 'cairn')

const follow = followRegion<RegionEngine>({ open: openOn })

/** The routing engine on the region's published build, with the build's id. */
export function followRegionEngine(): Promise<RegionEngine> {
  return follow()
}

/** As {@link followRegionEngine}, the engine alone. */
export async function openRegionEngine(): Promise<Engine> {
  return (await follow()).engine
}

async function openOn(dataset: Dataset, storage: Storage): Promise<RegionEngine> {
  const tileExtract = await localCopy(storage, dataset, 'routing.tar', { folder: copies })
  return { build: dataset.build, engine: await openEngine({ tileExtract }) }
}
