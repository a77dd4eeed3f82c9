import {
  contextLanguagesOf,
  type IndexedPlace,
  isAreaType,
  type SourcePlace,
  termsOf,
  writePack,
} from '../../lib/gazetteer/index.ts'
import { type GatherPlacesOptions, gatherPlaces } from './gather.ts'

export interface BuildPlacesOptions extends GatherPlacesOptions {
  /** Who made the data; stands in the index. */
  attribution?: string
}

/** Of the work; the rest is sorting and packing. */
const gatheringShare = 0.5

/**
 * Builds the index of places of OpenStreetMap extracts.
 *
 * @param packPath The file to write.
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
    // The writer's progress includes taking the places, which is reported above.
    onProgress: (fraction) => onProgress?.(Math.max(gatheringShare, fraction)),
  })
}

/** Areas must come before the places in them; areas may refer to each other. */
async function* withTerms(places: AsyncIterable<SourcePlace>): AsyncGenerator<IndexedPlace> {
  const areas = new Map<string, SourcePlace>()
  let languages: ReadonlySet<string> | undefined
  const indexed = (place: SourcePlace) => ({
    place,
    terms: termsOf(place, ancestorsOf(place, areas), languages),
  })
  const completed = () => {
    languages = contextLanguagesOf(areas.values())
    return [...areas.values()].map(indexed)
  }
  for await (const place of places) {
    if (isAreaType(place.type)) areas.set(place.id, place)
    else {
      if (!languages) yield* completed()
      yield indexed(place)
    }
  }
  if (!languages) yield* completed()
}

/** The areas of a place and their parents: of a village also the municipality. */
function ancestorsOf(place: SourcePlace, areas: ReadonlyMap<string, SourcePlace>): SourcePlace[] {
  const all = new Set<SourcePlace>()
  const queue = [...place.parents, ...(place.otherAreas ?? [])]
  for (const id of queue) {
    const area = areas.get(id)
    if (!area || all.has(area)) continue
    all.add(area)
    queue.push(...area.parents)
  }
  return [...all]
}
