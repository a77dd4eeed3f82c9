import type { Dataset } from '#ground/dataset'
import {
  createPackCache,
  type Gazetteer,
  openPack,
  openSizedSource,
  openStorageSource,
} from '#places/gazetteer'
import { MissingDataError } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { watchRegion } from '../watch-region.ts'

/** Cache of decoded pack parts, for all builds that a process opens. */
const cache = createPackCache(128 * 1024 * 1024)

/** Returns whether a file of a build contains places: `places.pack`, or one of its shards. */
export function isPlacesFile(name: string): boolean {
  return /^places(-\d+)?\.pack$/.test(name)
}

/** Opens the places of the region's published build; see {@link watchRegion}. */
export const regionGazetteer = watchRegion<Gazetteer>({
  files: isPlacesFile,
  open: openPlaces,
  // An open pack uses little memory besides the cache, which all builds share.
  maxBuilds: 20,
})

/** Opens the places of a build; all builds of a process share one cache. */
export async function openPlaces(dataset: Dataset, storage: Storage): Promise<Gazetteer> {
  if (!dataset.has('places.pack'))
    throw new MissingDataError(
      `There is no index of places: the region ${dataset.name} was built without it.`,
    )
  return await openPack(openStorageSource(storage, dataset.fileKey('places.pack')), {
    cache,
    openShard: (name, size) => openSizedSource(storage, dataset.fileKey(name), size),
  })
}
