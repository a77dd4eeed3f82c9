import type { Vertices } from '../features/index.ts'

const chunkLength = 16_384
let chunk = new Float64Array(chunkLength)
let used = 0

/**
 * Vertices of a line, all 0: part of a larger array, which is freed with the last of its lines. For lines that are
 * dropped soon; an array of its own for each costs ten times as much processor time as its numbers.
 */
export function newLine(length: number): Vertices {
  if (length > chunkLength / 16) return new Float64Array(length)
  if (used + length > chunkLength) {
    chunk = new Float64Array(chunkLength)
    used = 0
  }
  used += length
  return chunk.subarray(used - length, used)
}
