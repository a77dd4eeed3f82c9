import { availableParallelism } from 'node:os'
import { builderMemory } from '../resources.ts'
import { maxParts } from './plan-parts.ts'

/** How many parts, and how they are built. */
export interface PartCount {
  parts: number
  /** Processes side by side. */
  atOnce: number
  /** Of each process. */
  threads: number
}

export interface PartCountInputs {
  extractBytes: number
  /** What the caller wants; default: as many as pay. */
  parts?: number | undefined
  /** Cores that other stages of the build use meanwhile. */
  busyCores?: number
  cores?: number
  memoryBytes?: number
}

/** A part has a ring of tiles around its own, 27 km wide: allowed for here. */
export const ringFactor = 1.5
/** Below, starting processes and building the rings costs more than is won. */
const minPartBytes = 100e6
/** Half of the builder's work is on one thread: with fewer cores free, cutting costs what parallel parts save. */
const minCores = 3

/** Memory of the builder of one of so many parts. */
export function partMemory(extractBytes: number, parts: number): number {
  return builderMemory(parts === 1 ? extractBytes : (ringFactor * extractBytes) / parts)
}

/**
 * Parts of a build. As many as there are free cores, from three cores and 100 MB a part on; or more, so that the
 * builder of a part fits in memory: one that would not fit as a whole is built part by part.
 */
export function partCount({
  extractBytes,
  parts: wanted,
  busyCores = 0,
  cores = availableParallelism(),
  memoryBytes = process.availableMemory(),
}: PartCountInputs): PartCount {
  const freeCores = Math.max(1, cores - busyCores)
  const parts = Math.min(maxParts, wanted ?? partsThatPay(extractBytes, freeCores, memoryBytes))
  const fitting = Math.floor(memoryBytes / partMemory(extractBytes, parts))
  const atOnce = Math.max(1, Math.min(parts, freeCores, fitting))
  return { parts, atOnce, threads: Math.max(1, Math.floor(freeCores / atOnce)) }
}

function partsThatPay(extractBytes: number, cores: number, memoryBytes: number): number {
  const forCores = cores < minCores ? 1 : Math.min(cores, Math.floor(extractBytes / minPartBytes))
  return partsThatFit(extractBytes, memoryBytes, Math.max(1, forCores))
}

/** The smallest number of parts, from `least` on, of which each fits in memory; {@link maxParts} where none does. */
export function partsThatFit(extractBytes: number, memoryBytes: number, least = 1): number {
  let parts = least
  while (parts < maxParts && partMemory(extractBytes, parts) > memoryBytes) parts++
  return parts
}
