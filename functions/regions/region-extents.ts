import { ApiError } from '../../lib/errors/index.ts'
import { servedRegions } from '../served-regions.ts'
import { watchRegion } from '../watch-region.ts'
import type { RegionExtent } from './region-of-points.ts'

const extentOf = watchRegion<RegionExtent>({
  files: [],
  open: async ({ name, manifest }) => ({ name, bounds: manifest.bounds }),
  // A build holds four numbers.
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
