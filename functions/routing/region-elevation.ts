import type { Dataset } from '#ground/dataset'
import { type Elevation, openElevation } from '#ground/elevation'
import { nameChecksums } from '#ground/raster'
import { MissingDataError } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { watchRegion } from '../watch-region.ts'

/** Opens the heights of the region's published build; see {@link watchRegion}. */
export const regionElevation = watchRegion<Elevation>({
  files: ['terrain.tif', nameChecksums('terrain.tif')],
  open,
  // A build uses little memory, one header: decoded tiles of all builds share one bounded cache.
  maxBuilds: 100,
})

async function open(dataset: Dataset, storage: Storage): Promise<Elevation> {
  if (dataset.has('terrain.tif')) return await openElevation(storage, dataset)
  throw new MissingDataError(
    `There is no elevation data: the region ${dataset.name} was built without it.`,
  )
}
