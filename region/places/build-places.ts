import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type IndexedPlace,
  isAreaType,
  type SourcePlace,
  type WrittenPack,
  writePack,
} from '#places/gazetteer'
import { type GatherPlacesOptions, gatherPlaces } from './gather.ts'
import { PlaceTerms } from './place-terms.ts'
import { TileThreads } from './tile-threads.ts'

export interface BuildPlacesOptions extends Omit<GatherPlacesOptions, 'threads'> {
  /** Attribution of the data, stored in the index. */
  attribution?: string
  /** Maximum number of places of one shard; a larger index is split into shards. Default: 2 million. */
  maxPlaces?: number | undefined
  /**
   * Number of threads that make places, including the caller's. Default: 1. The files are the same for any number.
   */
  workers?: number | undefined
}

/** Share of the progress for gathering places; the rest is sorting and packing. */
const gatheringShare = 0.5

/**
 * Builds the index of the places in OpenStreetMap extracts: a pack, or a router with shards beside it.
 *
 * @param packPath The file to write.
 * @throws RegionError for damaged extracts, and the reason of the signal.
 */
export async function buildPlaces(
  osmPaths: readonly string[],
  packPath: string,
  options: BuildPlacesOptions,
): Promise<WrittenPack> {
  const { folder, workers = 1, signal } = options
  if (workers === 1) return await writePlaces(osmPaths, packPath, options)
  await mkdir(folder, { recursive: true })
  const scratch = await mkdtemp(join(folder, 'threads-'))
  let threads: TileThreads | undefined
  try {
    threads = new TileThreads({ count: workers - 1, folder: scratch, signal })
    return await writePlaces(osmPaths, packPath, { ...options, threads, signal: threads.signal })
  } finally {
    await threads?.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function writePlaces(
  osmPaths: readonly string[],
  packPath: string,
  options: BuildPlacesOptions & { threads?: TileThreads },
): Promise<WrittenPack> {
  const { folder, signal, onProgress, onWarning, attribution = '', maxPlaces, threads } = options
  const places = indexPlaces(osmPaths, {
    folder,
    signal,
    onWarning,
    threads,
    onProgress: (fraction) => onProgress?.(fraction * gatheringShare),
  })
  return await writePack(packPath, places, {
    folder,
    attribution,
    ...(maxPlaces !== undefined && { maxPlaces }),
    ...(signal && { signal }),
    ...(threads && { parts: () => threads.parts() }),
    // The writer's progress includes reading the places, which is reported above.
    onProgress: (fraction) => onProgress?.(Math.max(gatheringShare, fraction)),
  })
}

/** Yields the places of OpenStreetMap extracts with their terms, in batches. Read each batch before the next. */
export function indexPlaces(
  osmPaths: readonly string[],
  options: GatherPlacesOptions,
): AsyncGenerator<Iterable<IndexedPlace>> {
  return withTerms(gatherPlaces(osmPaths, options))
}

/** Adds its terms to each place. Areas must come before the places in them; areas may refer to each other. */
async function* withTerms(
  batches: AsyncIterable<Iterable<SourcePlace>>,
): AsyncGenerator<Iterable<IndexedPlace>> {
  const areas = new Map<string, SourcePlace>()
  let terms: PlaceTerms | undefined
  const completeAreas = () => {
    terms = new PlaceTerms(areas)
    return terms.indexAll(areas.values())
  }
  function* addTerms(places: Iterable<SourcePlace>): Generator<IndexedPlace> {
    for (const place of places) {
      if (isAreaType(place.type)) areas.set(place.id, place)
      else {
        if (!terms) yield* completeAreas()
        yield terms!.index(place)
      }
    }
  }
  for await (const places of batches) yield addTerms(places)
  if (!terms) yield completeAreas()
}
