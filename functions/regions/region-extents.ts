import { ApiError } from '#platform/errors'
import { listServedRegions } from '../served-regions.ts'
import { watchRegion } from '../watch-region.ts'
import { estimateCoverage } from './assumed-coverage.ts'
import { RegionExtent } from './region-extent.ts'

const readExtent = watchRegion<RegionExtent>({
  files: [],
  open: async (dataset, storage) => {
    const { name, manifest } = dataset
    const coverage = manifest.coverage ?? (await estimateCoverage(dataset, storage))
    return new RegionExtent({ name, bounds: manifest.bounds, coverage })
  },
  // A build only keeps the numbers of its cells.
  maxBuilds: 1000,
})

/** Reads the extents of the served regions, and the fault of one whose extent cannot be read. */
export async function readRegionExtents(): Promise<{ extents: RegionExtent[]; fault?: ApiError }> {
  const read = await Promise.allSettled(listServedRegions().map((region) => readExtent(region)))
  const extents = read.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  const failed = read.find((result) => result.status === 'rejected')
  if (!failed) return { extents }
  if (failed.reason instanceof ApiError) return { extents, fault: failed.reason }
  throw failed.reason
}
