/** Rings in pixels of a window: x and y in turn, ending with the first point. */
export type PixelRings = readonly Float64Array[]

/**
 * Fills rings by the even-odd rule: calls `fill` with the pixels of a window whose centres are inside. Each pixel
 * along a common edge of two polygons belongs to only one of them.
 *
 * @param fill Called with a row and its columns `from` (inclusive) to `to` (exclusive).
 */
export function fillRings(
  rings: PixelRings,
  { width, height }: { width: number; height: number },
  fill: (row: number, from: number, to: number) => void,
): void {
  const crossings = new Map<number, number[]>()
  for (const ring of rings) {
    for (let i = 2; i < ring.length; i += 2) {
      // Follows each edge from its upper end, so that the polygons on both sides compute the same pixels.
      const isDown = ring[i - 1]! < ring[i + 1]!
      const [x0, y0] = isDown ? [ring[i - 2]!, ring[i - 1]!] : [ring[i]!, ring[i + 1]!]
      const [x1, y1] = isDown ? [ring[i]!, ring[i + 1]!] : [ring[i - 2]!, ring[i - 1]!]
      const first = Math.max(0, Math.ceil(y0 - 0.5))
      const last = Math.min(height - 1, Math.ceil(y1 - 0.5) - 1)
      const slope = (x1 - x0) / (y1 - y0)
      for (let row = first; row <= last; row++) {
        const x = x0 + (row + 0.5 - y0) * slope
        const list = crossings.get(row)
        if (list) list.push(x)
        else crossings.set(row, [x])
      }
    }
  }
  for (const [row, list] of crossings) {
    if (list.length > 2) list.sort((a, b) => a - b)
    else if (list[0]! > list[1]!) list.reverse()
    for (let i = 1; i < list.length; i += 2) {
      const from = Math.max(0, Math.ceil(list[i - 1]! - 0.5))
      const to = Math.min(width, Math.ceil(list[i]! - 0.5))
      if (from < to) fill(row, from, to)
    }
  }
}
