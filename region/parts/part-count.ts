import { availableParallelism } from 'node:os'
import { estimateBuilderMemory } from '../resources.ts'
import { maxParts } from './plan-parts.ts'

/** Number of parts, and how they are built. */
export interface PartCount {
  parts: number
  /** Number of parallel processes. */
  atOnce: number
  /** Threads of each process. */
  threads: number
}

export interface PartCountInputs {
  extractBytes: number
  /** Requested number of parts; by default the number that saves the most time. */
  parts?: number | undefined
  /** Cores that other stages of the build use meanwhile. */
  busyCores?: number
  cores?: number
  memoryBytes?: number
}

/** Size of a part's extract relative to its own tiles: it includes the ring of tiles around them, 27 km wide. */
export const ringFactor = 1.5
/** Minimum extract size of a part. Below it, starting processes and building the rings costs more than it saves. */
const minPartBytes = 100e6
/**
 * Minimum number of free cores. Half of the builder's work is on one thread: with fewer cores, cutting costs more than
 * parallel parts save.
 */
const minCores = 3

/** Returns the memory that the builder needs for one of the parts. */
export function estimatePartMemory(extractBytes: number, parts: number): number {
  return estimateBuilderMemory(parts === 1 ? extractBytes : (ringFactor * extractBytes) / parts)
}

/**
 * Returns the number of parts of a build. By default one part per free core, if there are at least three and each part
 * has at least 100 MB of the extract, and more parts if the builder of a part would not fit in memory. A requested
 * number is used as it is, up to {@link maxParts}.
 */
export function planPartCount({
  extractBytes,
  parts: wanted,
  busyCores = 0,
  cores = availableParallelism(),
  memoryBytes = process.availableMemory(),
}: PartCountInputs): PartCount {
  const freeCores = Math.max(1, cores - busyCores)
  const parts = Math.min(
    maxParts,
    wanted ?? chooseDefaultPartCount(extractBytes, freeCores, memoryBytes),
  )
  const fitting = Math.floor(memoryBytes / estimatePartMemory(extractBytes, parts))
  const atOnce = Math.max(1, Math.min(parts, freeCores, fitting))
  return { parts, atOnce, threads: Math.max(1, Math.floor(freeCores / atOnce)) }
}

function chooseDefaultPartCount(extractBytes: number, cores: number, memoryBytes: number): number {
  const forCores = cores < minCores ? 1 : Math.min(cores, Math.floor(extractBytes / minPartBytes))
  return countPartsThatFit(extractBytes, memoryBytes, Math.max(1, forCores))
}

/**
 * Returns the smallest number of parts, from `least` on, that each fit in memory, or {@link maxParts} if none does.
 */
export function countPartsThatFit(extractBytes: number, memoryBytes: number, least = 1): number {
  let parts = least
  while (parts < maxParts && estimatePartMemory(extractBytes, parts) > memoryBytes) parts++
  return parts
}
