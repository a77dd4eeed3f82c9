import type { Dataset } from '../../lib/dataset/index.ts'
import { ApiError } from '../../lib/errors/index.ts'
import { type Gazetteer, openPack, packCache, storageSource } from '../../lib/gazetteer/index.ts'
import type { Storage } from '../../lib/storage/index.ts'
import { watchRegion } from '../follow-region.ts'

/** The places of one build of the region. */
export interface RegionPlaces {
  region: string
  build: string
  /** Undefined when the build was made without places. */
  gazetteer: Gazetteer | undefined
}

/** Decoded pieces of all builds a process opens. */
const cache = packCache(128 * 1024 * 1024)

const follow = watchRegion<RegionPlaces>({
  files: ['places.pack'],
  open: openOn,
  // An open pack holds little beside what is in the cache, which all share.
  most: 20,
})

/**
 * The places of the region's published build. A region without places opens too: that is no fault to be
 * tried again.
 */
export function followRegionPlaces(): Promise<RegionPlaces> {
  return follow()
}

/** @throws ApiError `service_unavailable`, saying why, when the region was built without places. */
export function gazetteerOf({ region, gazetteer }: RegionPlaces): Gazetteer {
  if (gazetteer) return gazetteer
  throw new ApiError(
    'service_unavailable',
    `There is no index of places: the region ${region} was built without it.`,
    // Until another build is published; a client should not ask every second.
    { headers: { 'retry-after': '3600' } },
  )
}

async function openOn(dataset: Dataset, storage: Storage): Promise<RegionPlaces> {
  const { name: region, build } = dataset
  if (!dataset.has('places.pack')) return { region, build, gazetteer: undefined }
  const source = storageSource(storage, dataset.fileKey('places.pack'))
  return { region, build, gazetteer: await openPack(source, { cache }) }
}
