import {
  areaTypes,
  type IndexedPlace,
  type SourcePlace,
  termsOf,
  writePack,
} from '../../lib/gazetteer/index.ts'
import { type GatherPlacesOptions, gatherPlaces } from './gather.ts'

export interface BuildPlacesOptions extends GatherPlacesOptions {
  /** Who made the data; stands in the index. */
  attribution?: string
}

/** Share of the work that gathering is; the rest is sorting and packing. */
const gatheringShare = 0.5

/**
 * Makes the index of places of OpenStreetMap extracts.
 *
 * @param packPath The file that is written.
 * @returns How many places there are and the size in bytes.
 * @throws RegionError for damaged extracts, and the reason of the signal.
 */
export async function buildPlaces(
  osmPaths: readonly string[],
  packPath: string,
  options: BuildPlacesOptions,
): Promise<{ count: number; size: number }> {
  const { folder, signal, onProgress, onWarning, attribution = '' } = options
  const places = gatherPlaces(osmPaths, {
    ...{ folder, signal, onWarning },
    onProgress: (fraction) => onProgress?.(fraction * gatheringShare),
  })
  return await writePack(packPath, withTerms(places), {
    ...{ folder, attribution },
    ...(signal && { signal }),
    // The writer counts the taking of the places too, which is reported from here.
    onProgress: (fraction) => onProgress?.(Math.max(gatheringShare, fraction)),
  })
}

/** Places with the terms they are found by: also by the names of what they lie in. */
async function* withTerms(places: AsyncIterable<SourcePlace>): AsyncGenerator<IndexedPlace> {
  const areas = new Map<string, SourcePlace>()
  for await (const place of places) {
    if ((areaTypes as readonly string[]).includes(place.type)) areas.set(place.id, place)
    yield { place, terms: termsOf(place, enclosing(place, areas)) }
  }
}

/** The areas a place lies in, with those that these lie in themselves: of a village its municipality. */
function enclosing(place: SourcePlace, areas: ReadonlyMap<string, SourcePlace>): SourcePlace[] {
  const all = new Set<SourcePlace>()
  const queue = [...place.parents]
  for (const id of queue) {
    const area = areas.get(id)
    if (!area || all.has(area)) continue
    all.add(area)
    queue.push(...area.parents)
  }
  return [...all]
}
