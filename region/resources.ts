import { availableParallelism } from 'node:os'
import { bands } from '#ground/landscape'

// Measured on 1, 8 and 40 copies of greater Porto (3, 26 and 128 MB; 0.35, 2.8 and 13.9 million nodes), without elevation.

/**
 * Disk space for a build. The road graph takes 23 to 28 times its extract, by how well that is packed: the
 * engine's copy of it, unpacked, sorted nodes, ways and edges, and the tiles. All else needs less once these are gone. An engine
 * tile of elevation is 26 MB; the ground raster is uncompressed at first.
 */
export function neededBytes(inputs: {
  extractBytes: number
  rasterBytes: number
  cells: number
  featurePixels: number
  /** Whether the parts of the road graph are built elsewhere. */
  isFromParts?: boolean
}): number {
  const { extractBytes, rasterBytes, cells, featurePixels, isFromParts = false } = inputs
  const ground = featurePixels * bands.length
  const ofExtract = isFromParts ? perByteFromParts : perByteOfWhole
  return ofExtract * extractBytes + 6 * rasterBytes + cells * 60e6 + 1.5 * ground + 200e6
}

const perByteOfWhole = 28
/**
 * Measured on 8 copies, stages one after the other: 12 while places are indexed, of which the tiles are 5.5, the same as
 * `routing.tiles` 1.9, the index and its scratch records 3.4 and the extract 1. A sixth more for extracts that are packed better.
 */
const perByteFromParts = 14

/** Disk space for planning parts, 5.1 on 8 copies and the extract: the engine's copy takes 1.5, and its parts 1.5 times that. */
export function neededBytesOfPlan(extractBytes: number): number {
  return 7 * extractBytes + 200e6
}

/** Disk space for building one part, of so large an extract. The engine's copy is larger than what it was made of. */
export function neededBytesOfPart(extractBytes: number): number {
  return (perByteOfWhole / 1.5) * extractBytes + 200e6
}

/** Upper bound of the memory of the engine's builder. */
export function builderMemory(extractBytes: number): number {
  return 800e6 + 28 * extractBytes
}

/** Upper bound of the memory of a stage beside the road graph: places, or the map. */
export function stageMemory(extractBytes: number): number {
  return 700e6 + 8 * extractBytes
}

/** Upper bound of the memory of a build with so many workers: the engine's builder, and each stage at the same time. */
export function neededMemory(extractBytes: number, workers: number): number {
  return builderMemory(extractBytes) + Math.max(1, workers - 1) * stageMemory(extractBytes)
}

/**
 * Upper bound of the memory of each thread that makes places beside the first: the code with 100 MB of terms to be
 * sorted, and the features of a tile with the areas.
 */
export function placeThreadMemory(extractBytes: number): number {
  return 500e6 + 2 * extractBytes
}

/** Stages that can run beside each other: road graph, places, map. */
export const maxWorkers = 3
/** Half of the places' work is on one thread: more threads than this gain less than a twentieth each. */
const maxPlaceWorkers = 4
/** A thread of the places takes 4 s of processor time to load and warm its code: as much as it saves of 20 MB. */
const minPlaceThreadsBytes = 50e6
/** Cores for each thread of the places by default; the road graph uses the others. */
const coresPerPlaceWorker = 4
/** Loading the code of a thread takes longer than the stages of a smaller extract. */
const minThreadedBytes = 4e6

/** Whether a stage is worth a thread of its own. */
export function isThreaded(extractBytes: number): boolean {
  return extractBytes >= minThreadedBytes
}

/** As many as there are cores and memory for. */
export function defaultWorkers(extractBytes: number): number {
  if (!isThreaded(extractBytes)) return 1
  let workers = Math.min(maxWorkers, availableParallelism())
  while (workers > 1 && neededMemory(extractBytes, workers) > process.availableMemory()) workers--
  return workers
}

/**
 * Threads that make places, at most 4. Of a number of workers those that the road graph and the map leave; by default one for four
 * cores, as far as memory allows beside the workers.
 *
 * @param workers What the caller wants.
 */
export function placeWorkers(
  extractBytes: number,
  {
    workers,
    cores = availableParallelism(),
    memoryBytes = process.availableMemory(),
  }: { workers?: number | undefined; cores?: number; memoryBytes?: number },
): number {
  if (workers !== undefined)
    return Math.min(maxPlaceWorkers, Math.max(1, workers - (maxWorkers - 1)))
  if (extractBytes < minPlaceThreadsBytes) return 1
  const free = memoryBytes - neededMemory(extractBytes, Math.min(maxWorkers, cores))
  const fitting = 1 + Math.max(0, Math.floor(free / placeThreadMemory(extractBytes)))
  const forCores = Math.floor(cores / coresPerPlaceWorker)
  return Math.max(1, Math.min(maxPlaceWorkers, forCores, fitting))
}
