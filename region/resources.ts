import { availableParallelism } from 'node:os'
import { bands } from '#ground/landscape'

// Measured on 1, 8 and 40 copies of greater Porto (3, 26 and 128 MB; 0.35, 2.8 and 13.9 million nodes), without elevation.

/**
 * Returns the disk space for a build in bytes. The road graph takes 23 to 28 times its extract, depending on how well
 * that is packed: the engine's copy of it, unpacked, sorted nodes, ways and edges, and the tiles. Everything else
 * needs less once these are gone. An engine tile of elevation is 26 MB; the ground raster is uncompressed at first.
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
 * Bytes of disk per byte of extract if the parts are built elsewhere. Measured on 8 copies, stages one after the
 * other: 12 while places are indexed (tiles 5.5, the same as `routing.tiles` 1.9, the index and its scratch records
 * 3.4, the extract 1). A sixth more allows for extracts that are packed better.
 */
const perByteFromParts = 14

/**
 * Returns the disk space for planning parts. Measured on 8 copies: 5.1 and the extract. The engine's copy takes 1.5,
 * and its parts 1.5 times that.
 */
export function estimatePlanBytes(extractBytes: number): number {
  return 7 * extractBytes + 200e6
}

/**
 * Returns the disk space for building one part from an extract of this size. The engine's copy is larger than its
 * source.
 */
export function estimatePartBytes(extractBytes: number): number {
  return (perByteOfWhole / 1.5) * extractBytes + 200e6
}

/** Returns an upper bound of the memory of the engine's builder. */
export function estimateBuilderMemory(extractBytes: number): number {
  return 800e6 + 28 * extractBytes
}

/** Returns an upper bound of the memory of a stage beside the road graph: places, or the map. */
export function estimateStageMemory(extractBytes: number): number {
  return 700e6 + 8 * extractBytes
}

/**
 * Returns an upper bound of the memory of a build with this number of workers: the engine's builder, and each stage at
 * the same time.
 */
export function estimateMemory(extractBytes: number, workers: number): number {
  return (
    estimateBuilderMemory(extractBytes) +
    Math.max(1, workers - 1) * estimateStageMemory(extractBytes)
  )
}

/**
 * Returns an upper bound of the memory of each thread that makes places besides the first: the code with 100 MB of
 * terms to sort, and the features of a tile with the areas.
 */
export function estimatePlaceThreadMemory(extractBytes: number): number {
  return 500e6 + 2 * extractBytes
}

/** Number of stages that can run at the same time: road graph, places, map. */
export const maxWorkers = 3
/**
 * Maximum number of threads that make places. Half of the work is on one thread: each further thread gains less than a
 * twentieth.
 */
const maxPlaceWorkers = 4
/**
 * Minimum extract size for more threads that make places. A thread takes 4 s of processor time to load and warm its
 * code, which equals the time it saves on 20 MB.
 */
const minPlaceThreadsBytes = 50e6
/** Cores for each thread that makes places by default; the road graph uses the others. */
const coresPerPlaceWorker = 4
/**
 * Minimum extract size for threads: loading the code of a thread takes longer than the stages of a smaller extract.
 */
const minThreadedBytes = 4e6

/** Whether a stage is worth a thread of its own. */
export function isThreaded(extractBytes: number): boolean {
  return extractBytes >= minThreadedBytes
}

/** Returns the default number of workers, limited by cores and memory. */
export function chooseWorkers(extractBytes: number): number {
  if (!isThreaded(extractBytes)) return 1
  let workers = Math.min(maxWorkers, availableParallelism())
  while (workers > 1 && estimateMemory(extractBytes, workers) > process.availableMemory()) workers--
  return workers
}

/**
 * Returns the number of threads that make places, at most 4: the workers that the road graph and the map leave. By
 * default it is one for four cores, if memory allows it beside the workers.
 *
 * @param workers Requested number of workers.
 */
export function choosePlaceWorkers(
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
  const free = memoryBytes - estimateMemory(extractBytes, Math.min(maxWorkers, cores))
  const fitting = 1 + Math.max(0, Math.floor(free / estimatePlaceThreadMemory(extractBytes)))
  const forCores = Math.floor(cores / coresPerPlaceWorker)
  return Math.max(1, Math.min(maxPlaceWorkers, forCores, fitting))
}
