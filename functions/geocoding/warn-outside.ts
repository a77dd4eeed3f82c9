import type { LatLon } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import { listServedRegions } from '../served-regions.ts'

/**
 * Explains an empty answer for a point that no area of the requested regions contains. The bounds of a region do not
 * show this, because they enclose the whole of every country that the region has a part of.
 *
 * Throws `service_unavailable`.
 */
export async function warnOutside(
  results: readonly unknown[],
  gazetteers: readonly Pick<Gazetteer, 'containing'>[],
  { point, warn, signal }: { point: LatLon; warn(text: string): void; signal?: AbortSignal },
): Promise<void> {
  if (results.length > 0) return
  const options = signal ? { signal } : {}
  const areas = await Promise.all(gazetteers.map((each) => each.containing(point, options)))
  if (areas.flat().length === 0) {
    warn(
      listServedRegions().length === 1
        ? 'the point lies outside the region: none of its areas contains it'
        : 'the point lies outside the regions: none of their areas contains it',
    )
  }
}
