/**
 * Simplifies a ring, `[x0, y0, x1, y1, ...]` not closed, within a tolerance (Douglas and Peucker, 1973, separately on
 * both sides of the position farthest from the first). Units are the units of `y`; a unit of `x` is `stretch` units
 * of `y`. The result may cross itself, or have fewer than three positions.
 */
export function straighten(ring: readonly number[], tolerance: number, stretch: number): number[] {
  const count = ring.length / 2
  const x = (i: number) => ring[2 * (i % count)]! * stretch
  const y = (i: number) => ring[2 * (i % count) + 1]!
  const kept = new Uint8Array(count)
  kept[0] = 1
  const farthest = findFarthest(x, y, 0, count)
  if (farthest.distance <= tolerance) return ring.slice(0, 2)
  kept[farthest.at] = 1
  const spans = [
    [0, farthest.at],
    [farthest.at, count],
  ] as [number, number][]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    const { at, distance } = findFarthest(x, y, from, to)
    if (distance <= tolerance) continue
    kept[at] = 1
    spans.push([from, at], [at, to])
  }
  return ring.filter((_, i) => kept[i >> 1] === 1)
}

/** Finds the position between two others that is farthest from the straight line between them. */
function findFarthest(
  x: (i: number) => number,
  y: (i: number) => number,
  from: number,
  to: number,
): { at: number; distance: number } {
  const [dx, dy] = [x(to) - x(from), y(to) - y(from)]
  const squared = dx * dx + dy * dy
  let at = from
  let distance = 0
  for (let i = from + 1; i < to; i++) {
    const [px, py] = [x(i) - x(from), y(i) - y(from)]
    const along = squared > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / squared)) : 0
    const off = Math.hypot(px - along * dx, py - along * dy)
    if (off > distance) {
      at = i
      distance = off
    }
  }
  return { at, distance }
}
