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
  /** Who made the data; stands in the index. */
  attribution?: string
  /** More places are written in shards of at most so many; by default 2 million. */
  maxPlaces?: number | undefined
  /** Threads that make places, the caller's among them; by default that alone. The files are the same. */
  workers?: number | undefined
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
  const places = indexedPlaces(osmPaths, {
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
  let terms: PlaceTerms | undefined
  const completed = () => {
    terms = new PlaceTerms(areas)
    return terms.ofAll(areas.values())
  }
  function* withTermsOf(places: Iterable<SourcePlace>): Generator<IndexedPlace> {
    for (const place of places) {
      if (isAreaType(place.type)) areas.set(place.id, place)
      else {
        if (!terms) yield* completed()
        yield terms!.of(place)
      }
    }
  }
  for await (const places of batches) yield withTermsOf(places)
  if (!terms) yield completed()
}
