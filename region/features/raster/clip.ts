/** A box in pixels, y down. */
export interface PixelBox {
  left: number
  top: number
  right: number
  bottom: number
}

export function findBox(points: ArrayLike<number>): PixelBox {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i]!
    const y = points[i + 1]!
    if (x < box.left) box.left = x
    if (x > box.right) box.right = x
    if (y < box.top) box.top = y
    if (y > box.bottom) box.bottom = y
  }
  return box
}

export function touches(a: PixelBox, b: PixelBox): boolean {
  return a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top
}

export function contains(outer: PixelBox, inner: PixelBox): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

/** Returns the parts of a line whose segments may touch a box; segments stay whole. */
export function clipLine(line: Float64Array, box: PixelBox): Float64Array[] {
  const stretches: Float64Array[] = []
  let from = -1
  for (let i = 2; i < line.length; i += 2) {
    const isNear = touches(findBox(line.subarray(i - 2, i + 2)), box)
    if (isNear && from < 0) from = i - 2
    if (!isNear && from >= 0) {
      stretches.push(line.slice(from, i))
      from = -1
    }
  }
  if (from >= 0) stretches.push(line.slice(from))
  return stretches
}

/**
 * Returns the part of a closed ring in a box (Sutherland and Hodgman, Reentrant polygon clipping, CACM 17, 1974); may
 * be empty. Outside the box the ring runs along its sides, which keeps the even-odd rule inside.
 */
export function clipRing(ring: Float64Array, { left, top, right, bottom }: PixelBox): Float64Array {
  let points = clipAt(ring, 0, left, 1)
  points = clipAt(points, 0, right, -1)
  points = clipAt(points, 1, top, 1)
  return clipAt(points, 1, bottom, -1)
}

/** Clips a ring at a limit of x (axis 0) or y (1), and keeps the part above (side 1) or below (-1). */
function clipAt(ring: Float64Array, axis: 0 | 1, limit: number, side: 1 | -1): Float64Array {
  const kept: number[] = []
  for (let i = 2; i < ring.length; i += 2) {
    const from = (ring[i - 2 + axis]! - limit) * side
    const to = (ring[i + axis]! - limit) * side
    if (from < 0 !== to < 0) {
      const share = from / (from - to)
      const other = ring[i - 1 - axis]! + share * (ring[i + 1 - axis]! - ring[i - 1 - axis]!)
      if (axis === 0) kept.push(limit, other)
      else kept.push(other, limit)
    }
    if (to >= 0) kept.push(ring[i]!, ring[i + 1]!)
  }
  if (kept.length === 0) return new Float64Array(0)
  kept.push(kept[0]!, kept[1]!)
  return new Float64Array(kept)
}
