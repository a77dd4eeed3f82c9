import type { Dataset } from '../../lib/dataset/index.ts'
import { ApiError } from '../../lib/errors/index.ts'
import { type Landscape, openLandscape } from '../../lib/landscape/index.ts'
import { checksumsOf } from '../../lib/raster/index.ts'
import type { Storage } from '../../lib/storage/index.ts'
import { watchRegion } from '../follow-region.ts'

/** The ground of one build of the region. */
export interface RegionLandscape {
  region: string
  build: string
  /** Undefined when the build lacks what it takes. */
  landscape: Landscape | undefined
  /** What the build was made without. */
  lacks: readonly ('elevation' | 'features')[]
}

const follow = watchRegion<RegionLandscape>({
  files: ['terrain.tif', 'features.tif'].flatMap((file) => [file, checksumsOf(file)]),
  open: openOn,
  // Beside two headers a build holds nothing: the decoded tiles of all of them share bounded caches.
  most: 100,
})

/**
 * The ground of the region's published build. A region without features or elevation opens too: that
 * is no fault to be tried again.
 */
export function followRegionLandscape(): Promise<RegionLandscape> {
  return follow()
}

/** @throws ApiError `service_unavailable`, saying why, when the region was built without what predictions need. */
export function landscapeOf({ region, landscape, lacks }: RegionLandscape): Landscape {
  if (landscape) return landscape
  throw new ApiError(
    'service_unavailable',
    `Prediction engine unavailable. The region ${region} was built without ${lacks.join(' and ')}.`,
    // Until another build is published; a client should not ask every second.
    { headers: { 'retry-after': '3600' } },
  )
}

async function openOn(dataset: Dataset, storage: Storage): Promise<RegionLandscape> {
  const { name: region, build } = dataset
  const lacks: RegionLandscape['lacks'][number][] = []
  if (!dataset.has('terrain.tif')) lacks.push('elevation')
  if (!dataset.has('features.tif')) lacks.push('features')
  const landscape = lacks.length === 0 ? await openLandscape(storage, dataset) : undefined
  return { region, build, landscape, lacks }
}
