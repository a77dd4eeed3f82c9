import type { Vertices } from '../features/index.ts'
import { allocateLine } from './lines-in-chunks.ts'
import { scaleLine } from './shape.ts'

/** Marks the kept points; reused for each line. */
let keep = new Uint8Array(1024)

/**
 * Simplifies a line or a ring (Douglas and Peucker 1973): dropped points are within the tolerance of the new line. A
 * ring may shrink to two points and the first again, and then has no area.
 *
 * @param tolerance In units of the coordinates.
 * @param scale Factor for the coordinates of the new line.
 */
export function simplifyLine(line: Vertices, tolerance: number, scale = 1): Vertices {
  const last = line.length / 2 - 1
  if (last < 2) return scaleLine(line, scale)
  if (last >= keep.length) keep = new Uint8Array(2 * last)
  keep.fill(0, 0, last + 1)
  keep[0] = keep[last] = 1
  const spans = [0, last]
  let kept = 2
  while (spans.length > 0) {
    const to = spans.pop()!
    const from = spans.pop()!
    let split = -1
    let farthest = tolerance * tolerance
    for (let i = from + 1; i < to; i++) {
      const squared = measureSquared(line, i, from, to)
      if (squared <= farthest) continue
      split = i
      farthest = squared
    }
    if (split < 0) continue
    keep[split] = 1
    kept++
    spans.push(from, split, split, to)
  }
  const result = allocateLine(2 * kept)
  let at = 0
  for (let i = 0; i <= last; i++) {
    if (keep[i] === 0) continue
    result[at++] = line[2 * i]! * scale
    result[at++] = line[2 * i + 1]! * scale
  }
  return result
}

/** Returns the squared distance of a point from the segment between two others. */
function measureSquared(line: Vertices, point: number, from: number, to: number): number {
  const x = line[2 * from]!
  const y = line[2 * from + 1]!
  const east = line[2 * to]! - x
  const south = line[2 * to + 1]! - y
  const right = line[2 * point]! - x
  const down = line[2 * point + 1]! - y
  const squaredLength = east * east + south * south
  const share = squaredLength > 0 ? (right * east + down * south) / squaredLength : 0
  const along = Math.min(1, Math.max(0, share))
  return (right - along * east) ** 2 + (down - along * south) ** 2
}
