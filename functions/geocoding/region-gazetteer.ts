import type { Dataset } from '#ground/dataset'
import { type Gazetteer, openPack, packCache, sizedSource, storageSource } from '#places/gazetteer'
import { MissingDataError } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { watchRegion } from '../watch-region.ts'

/** Decoded parts of the packs of all builds a process opens. */
const cache = packCache(128 * 1024 * 1024)

/** Whether a file of a build is one that places are read from: `places.pack`, or a shard behind it. */
export function isPlacesFile(name: string): boolean {
  return /^places(-\d+)?\.pack$/.test(name)
}

/** The places of the region's published build; see {@link watchRegion}. */
export const regionGazetteer = watchRegion<Gazetteer>({
  files: isPlacesFile,
  open: openPlaces,
  // An open pack holds little beside the cache, which all builds share.
  maxBuilds: 20,
})

/** The places of a build; all builds of a process share one cache. */
export async function openPlaces(dataset: Dataset, storage: Storage): Promise<Gazetteer> {
  if (!dataset.has('places.pack'))
    throw new MissingDataError(
      `There is no index of places: the region ${dataset.name} was built without it.`,
    )
  return await openPack(storageSource(storage, dataset.fileKey('places.pack')), {
    cache,
    openShard: (name, size) => sizedSource(storage, dataset.fileKey(name), size),
  })
}
