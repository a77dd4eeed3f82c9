import type { Vertices } from '../features/index.ts'

const chunkLength = 16_384
let chunk = new Float64Array(chunkLength)
let used = 0

/**
 * Allocates the vertices of a line, all 0, as part of a larger array, which is freed with the last of its lines. For
 * short-lived lines: a separate array for each takes ten times as much processor time as computing its numbers.
 */
export function allocateLine(length: number): Vertices {
  if (length > chunkLength / 16) return new Float64Array(length)
  if (used + length > chunkLength) {
    chunk = new Float64Array(chunkLength)
    used = 0
  }
  used += length
  return chunk.subarray(used - length, used)
}
