import { ApiError } from '#platform/errors'
import { servedRegions } from '../served-regions.ts'
import { watchRegion } from '../watch-region.ts'
import { assumedCoverage } from './assumed-coverage.ts'
import { RegionExtent } from './region-extent.ts'

const extentOf = watchRegion<RegionExtent>({
  files: [],
  open: async (dataset, storage) => {
    const { name, manifest } = dataset
    const coverage = manifest.coverage ?? (await assumedCoverage(dataset, storage))
    return new RegionExtent({ name, bounds: manifest.bounds, coverage })
  },
  // A build holds the numbers of its cells.
  maxBuilds: 1000,
})

/** The extents of the served regions, and the fault of one whose extent cannot be read. */
export async function regionExtents(): Promise<{ extents: RegionExtent[]; fault?: ApiError }> {
  const read = await Promise.allSettled(servedRegions().map((region) => extentOf(region)))
  const extents = read.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  const failed = read.find((result) => result.status === 'rejected')
  if (!failed) return { extents }
  if (failed.reason instanceof ApiError) return { extents, fault: failed.reason }
  throw failed.reason
}
