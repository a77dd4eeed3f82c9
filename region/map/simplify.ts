import type { Vertices } from '../features/index.ts'
import { newLine } from './lines-in-chunks.ts'
import { scaled } from './shape.ts'

/** Reused for each line. */
let keep = new Uint8Array(1024)

/**
 * Simplifies a line or a ring (Douglas and Peucker 1973): dropped points are within the tolerance of the
 * new line. A ring may become as small as two points and its first again, and is then without area.
 *
 * @param tolerance In units of the coordinates.
 * @param scale The coordinates of the new line are multiplied by it.
 */
export function simplifiedLine(line: Vertices, tolerance: number, scale = 1): Vertices {
  const last = line.length / 2 - 1
  if (last < 2) return scaled(line, scale)
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
      const squared = squaredDistance(line, i, from, to)
      if (squared <= farthest) continue
      split = i
      farthest = squared
    }
    if (split < 0) continue
    keep[split] = 1
    kept++
    spans.push(from, split, split, to)
  }
  const result = newLine(2 * kept)
  let at = 0
  for (let i = 0; i <= last; i++) {
    if (keep[i] === 0) continue
    result[at++] = line[2 * i]! * scale
    result[at++] = line[2 * i + 1]! * scale
  }
  return result
}

/** Squared distance of a point from the segment between two others. */
function squaredDistance(line: Vertices, point: number, from: number, to: number): number {
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
