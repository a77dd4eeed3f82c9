import { logger } from '../../lib/api/index.ts'
import { type Dataset, followBuild } from '../../lib/dataset/index.ts'
import { type Elevation, openElevation } from '../../lib/elevation/index.ts'
import { ApiError } from '../../lib/errors/index.ts'
import { openStorage, type Storage } from '../../lib/storage/index.ts'

/** The heights of one build of the region. */
export interface RegionElevation {
  region: string
  build: string
  /** Undefined when the build was made without elevation. */
  elevation: Elevation | undefined
}

const follow = followBuild<RegionElevation>({
  storage: () => openStorage(),
  name: process.env.REGION || 'demo',
  open: openOn,
  // On one machine a process serves one build to its end, as the routing engine in it does.
  everyMs: process.env.CAIRN_BUCKET ? 30_000 : Number.POSITIVE_INFINITY,
  // Beside its header a build holds nothing: the decoded tiles of all of them share one bounded cache.
  most: 100,
  onRefused: (build, reason) => {
    const error = (reason instanceof ApiError ? reason.cause : reason) as Error
    logger.warn('a published build is not served; the earlier one is', { build, error })
  },
})

/**
 * The heights of the region's published build (`$REGION`, default `demo`), followed as the routing
 * engine is. A region without elevation opens too: that is no fault to be tried again.
 */
export function followRegionElevation(): Promise<RegionElevation> {
  return follow()
}

/** @throws ApiError `service_unavailable`, saying why, when the region was built without elevation. */
export function heightsOf({ region, elevation }: RegionElevation): Elevation {
  if (elevation) return elevation
  throw new ApiError(
    'service_unavailable',
    `There is no elevation data: the region ${region} was built without it.`,
    // Until another build is published; a client should not ask every second.
    { headers: { 'retry-after': '3600' } },
  )
}

async function openOn(dataset: Dataset, storage: Storage): Promise<RegionElevation> {
  const { name: region, build } = dataset
  const elevation = dataset.has('terrain.tif') ? await openElevation(storage, dataset) : undefined
  return { region, build, elevation }
}
