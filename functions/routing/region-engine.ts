import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logger } from '../../lib/api/index.ts'
import { type Dataset, followBuild, localCopy } from '../../lib/dataset/index.ts'
import { ApiError } from '../../lib/errors/index.ts'
import { type Engine, openEngine } from '../../lib/routing/index.ts'
import { openStorage, type Storage } from '../../lib/storage/index.ts'

/** The routing engine on one build of the region. */
export interface RegionEngine {
  build: string
  engine: Engine
}

const copies = join(tmpdir(), 'cairn')

const follow = followBuild<RegionEngine>({
  storage: () => openStorage(),
  name: process.env.REGION || 'demo',
  open: openOn,
  // On one machine the supervisor replaces whole processes, which also gives old builds' memory back.
  everyMs: process.env.CAIRN_BUCKET ? 30_000 : Number.POSITIVE_INFINITY,
  onRefused: (build, reason) => {
    const error = (reason instanceof ApiError ? reason.cause : reason) as Error
    logger.warn('a published build is not served; the earlier one is', { build, error })
  },
})

/**
 * The routing engine on the region's published build (`$REGION`, default `demo`), with the build's id.
 * From a bucket it follows what is published; from a directory a process keeps the build it opened
 * first. A failed first opening is tried again on the next call.
 */
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
