import type { Gazetteer } from '../../lib/gazetteer/index.ts'
import type { LatLon } from '../../lib/geo/index.ts'

/**
 * Explains an empty answer for a point that no area of the region contains. The bounds of a region do not
 * tell, because they are around the whole of every country that it has a part of.
 *
 * Throws `service_unavailable`.
 */
export async function warnOutside(
  results: readonly unknown[],
  gazetteer: Gazetteer,
  { point, warn, signal }: { point: LatLon; warn(text: string): void; signal?: AbortSignal },
): Promise<void> {
  if (results.length > 0) return
  const areas = await gazetteer.containing(point, signal ? { signal } : {})
  if (areas.length === 0) {
    warn('the point lies outside the region: none of its areas contains it')
  }
}
