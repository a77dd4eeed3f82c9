import {
  contextLanguagesOf,
  type IndexedPlace,
  isAreaType,
  type SourcePlace,
  termListsOf,
  type WrittenPack,
  writePack,
} from '../../lib/gazetteer/index.ts'
import { type GatherPlacesOptions, gatherPlaces } from './gather.ts'

export interface BuildPlacesOptions extends GatherPlacesOptions {
  /** Who made the data; stands in the index. */
  attribution?: string
  /** More places are written in shards of at most so many; by default 2 million. */
  maxPlaces?: number | undefined
}

/** Of the work; the rest is sorting and packing. */
const gatheringShare = 0.5

/**
 * Builds the index of places of OpenStreetMap extracts: a pack, or a router and shards beside it.
 *
 * @param packPath The file to write.
 * @throws RegionError for damaged extracts, and the reason of the signal.
 */
export async function buildPlaces(
  osmPaths: readonly string[],
  packPath: string,
  options: BuildPlacesOptions,
): Promise<WrittenPack> {
  const { folder, signal, onProgress, onWarning, attribution = '', maxPlaces } = options
  const places = indexedPlaces(osmPaths, {
    ...{ folder, signal, onWarning },
    onProgress: (fraction) => onProgress?.(fraction * gatheringShare),
  })
  return await writePack(packPath, places, {
    ...{ folder, attribution },
    ...(maxPlaces !== undefined && { maxPlaces }),
    ...(signal && { signal }),
    // The writer's progress includes taking the places, which is reported above.
    onProgress: (fraction) => onProgress?.(Math.max(gatheringShare, fraction)),
  })
}

/** The places of OpenStreetMap extracts, each with its terms, in batches to be read one after the other. */
export function indexedPlaces(
  osmPaths: readonly string[],
  options: GatherPlacesOptions,
): AsyncGenerator<Iterable<IndexedPlace>> {
  return withTerms(gatherPlaces(osmPaths, options))
}

/** Areas must come before the places in them; areas may refer to each other. */
async function* withTerms(
  batches: AsyncIterable<Iterable<SourcePlace>>,
): AsyncGenerator<Iterable<IndexedPlace>> {
  const areas = new Map<string, SourcePlace>()
  let languages: ReadonlySet<string> | undefined
  const indexed = (place: SourcePlace) => ({
    place,
    ...termListsOf(place, ancestorsOf(place, areas), languages),
  })
  const completed = () => {
    languages = contextLanguagesOf(areas.values())
    return [...areas.values()].map(indexed)
  }
  function* withTermsOf(places: Iterable<SourcePlace>): Generator<IndexedPlace> {
    for (const place of places) {
      if (isAreaType(place.type)) areas.set(place.id, place)
      else {
        if (!languages) yield* completed()
        yield indexed(place)
      }
    }
  }
  for await (const places of batches) yield withTermsOf(places)
  if (!languages) yield completed()
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
