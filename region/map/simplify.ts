import type { Vertices } from '../features/index.ts'

/**
 * Simplifies a line or a ring (Douglas and Peucker 1973): dropped points are within the tolerance of the
 * new line. A ring may become as small as two points and its first again, and is then without area.
 *
 * @param tolerance In units of the coordinates.
 */
export function simplifiedLine(line: Vertices, tolerance: number): Vertices {
  const last = line.length / 2 - 1
  if (last < 2) return line
  const keep = new Uint8Array(last + 1)
  keep[0] = keep[last] = 1
  const spans = [0, last]
  let kept = 2
  while (spans.length > 0) {
    const to = spans.pop()!
    const from = spans.pop()!
    let [split, farthest] = [-1, tolerance * tolerance]
    for (let i = from + 1; i < to; i++) {
      const squared = squaredDistance(line, i, from, to)
      if (squared > farthest) [split, farthest] = [i, squared]
    }
    if (split < 0) continue
    keep[split] = 1
    kept++
    spans.push(from, split, split, to)
  }
  const result = new Float64Array(2 * kept)
  let at = 0
  for (let i = 0; i <= last; i++) {
    if (keep[i] === 0) continue
    result[at++] = line[2 * i]!
    result[at++] = line[2 * i + 1]!
  }
  return result
}

/** Squared distance of a point from the segment between two others. */
function squaredDistance(line: Vertices, point: number, from: number, to: number): number {
  const [x, y] = [line[2 * from]!, line[2 * from + 1]!]
  const east = line[2 * to]! - x
  const south = line[2 * to + 1]! - y
  const [right, down] = [line[2 * point]! - x, line[2 * point + 1]! - y]
  const squaredLength = east * east + south * south
  const share = squaredLength > 0 ? (right * east + down * south) / squaredLength : 0
  const along = Math.min(1, Math.max(0, share))
  return (right - along * east) ** 2 + (down - along * south) ** 2
}
