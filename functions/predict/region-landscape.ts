import type { Dataset } from '#ground/dataset'
import { type Landscape, openLandscape } from '#ground/landscape'
import { nameChecksums } from '#ground/raster'
import { MissingDataError } from '#platform/errors'
import type { Storage } from '#platform/storage'
import { watchRegion } from '../watch-region.ts'

/** Opens the ground of the region's published build; see {@link watchRegion}. */
export const regionLandscape = watchRegion<Landscape>({
  files: ['terrain.tif', 'features.tif'].flatMap((file) => [file, nameChecksums(file)]),
  open,
  // A build uses little memory, two headers: decoded tiles of all builds share bounded caches.
  maxBuilds: 100,
})

async function open(dataset: Dataset, storage: Storage): Promise<Landscape> {
  const missing: string[] = []
  if (!dataset.has('terrain.tif')) missing.push('elevation')
  if (!dataset.has('features.tif')) missing.push('features')
  if (missing.length === 0) return await openLandscape(storage, dataset)
  throw new MissingDataError(
    `Prediction engine unavailable. The region ${dataset.name} was built without ${missing.join(' and ')}.`,
  )
}
