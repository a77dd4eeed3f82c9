import type { Bounds } from '#ground/geo'

/** Maximum gap between tiles that meet, degrees: tiles share their edges or leave out a sample there. */
const gapDegrees = 0.002

/** Maximum number of boxes; more are joined into one. Lists of files are shorter once their tiles are joined. */
const maxBoxes = 64

/**
 * Joins boxes side by side or one above the other into larger ones, such as tiles of elevation. The result does not
 * depend on the order of the boxes.
 */
export function mergeBoxes(boxes: readonly Bounds[]): Bounds[] {
  const rows = join(boxes, ['min_lat', 'max_lat', 'min_lon', 'max_lon'])
  const merged = join(rows, ['min_lon', 'max_lon', 'min_lat', 'max_lat'])
  if (merged.length <= maxBoxes) return merged
  return [
    {
      min_lat: Math.min(...merged.map((box) => box.min_lat)),
      min_lon: Math.min(...merged.map((box) => box.min_lon)),
      max_lat: Math.max(...merged.map((box) => box.max_lat)),
      max_lon: Math.max(...merged.map((box) => box.max_lon)),
    },
  ]
}

type Sides = [sideFrom: keyof Bounds, sideTo: keyof Bounds, from: keyof Bounds, to: keyof Bounds]

/** Joins boxes that share both sides and follow each other in the other direction. */
function join(boxes: readonly Bounds[], [sideFrom, sideTo, from, to]: Sides): Bounds[] {
  const isEqual = (a: number, b: number): boolean => Math.abs(a - b) <= gapDegrees
  const sorted = boxes.toSorted(
    (a, b) => a[sideFrom] - b[sideFrom] || a[sideTo] - b[sideTo] || a[from] - b[from],
  )
  const joined: Bounds[] = []
  for (const box of sorted) {
    const last = joined.at(-1)
    const follows =
      last &&
      isEqual(last[sideFrom], box[sideFrom]) &&
      isEqual(last[sideTo], box[sideTo]) &&
      box[from] <= last[to] + gapDegrees
    if (follows) last[to] = Math.max(last[to], box[to])
    else joined.push({ ...box })
  }
  return joined
}
