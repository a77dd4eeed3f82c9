import type { Dataset } from '../../lib/dataset/index.ts'
import { MissingDataError } from '../../lib/errors/index.ts'
import { type Gazetteer, openPack, packCache, storageSource } from '../../lib/gazetteer/index.ts'
import type { Storage } from '../../lib/storage/index.ts'
import { watchRegion } from '../watch-region.ts'

/** Decoded parts of the packs of all builds a process opens. */
const cache = packCache(128 * 1024 * 1024)

/** The files that places are read from. */
export const placesFiles: readonly string[] = ['places.pack']

/** The places of the region's published build; see {@link watchRegion}. */
export const regionGazetteer = watchRegion<Gazetteer>({
  files: placesFiles,
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
  return await openPack(storageSource(storage, dataset.fileKey('places.pack')), { cache })
}
