import type { Dataset } from '../../lib/dataset/index.ts'
import { type Elevation, openElevation } from '../../lib/elevation/index.ts'
import { ApiError } from '../../lib/errors/index.ts'
import { checksumsOf } from '../../lib/raster/index.ts'
import type { Storage } from '../../lib/storage/index.ts'
import { watchRegion } from '../follow-region.ts'

/** The heights of one build of the region. */
export interface RegionElevation {
  region: string
  build: string
  /** Undefined when the build was made without elevation. */
  elevation: Elevation | undefined
}

const follow = watchRegion<RegionElevation>({
  files: ['terrain.tif', checksumsOf('terrain.tif')],
  open: openOn,
  // Beside its header a build holds nothing: the decoded tiles of all of them share one bounded cache.
  most: 100,
})

/**
 * The heights of the region's published build. A region without elevation opens too: that is no fault
 * to be tried again.
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
