import type { Ring } from './arrangement.ts'

/** Measures the area of a ring, positive when it is counter-clockwise. */
export function measureSignedArea(ring: Ring): number {
  // Coordinates are relative to the first position: otherwise the products would exceed exact integers.
  const [x0, y0] = ring as readonly [number, number]
  let twice = 0
  for (let i = 2; i + 3 < ring.length; i += 2) {
    twice += (ring[i]! - x0) * (ring[i + 3]! - y0) - (ring[i + 2]! - x0) * (ring[i + 1]! - y0)
  }
  return twice / 2
}

export interface RingBox {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

export function measureRingBox(ring: Ring): RingBox {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (let i = 0; i < ring.length; i += 2) {
    box.minX = Math.min(box.minX, ring[i]!)
    box.maxX = Math.max(box.maxX, ring[i]!)
    box.minY = Math.min(box.minY, ring[i + 1]!)
    box.maxY = Math.max(box.maxY, ring[i + 1]!)
  }
  return box
}

/** Returns whether a ring starts in a box: only then can it lie within the ring of that box. */
export function startsInBox({ minX, minY, maxX, maxY }: RingBox, [x, y]: Ring): boolean {
  return x! >= minX && x! <= maxX && y! >= minY && y! <= maxY
}

/**
 * Returns whether a ring lies within another, which it must not cross. The middle of its first edge decides, so the
 * two must not share that edge.
 */
export function containsRing(shell: Ring, inner: Ring): boolean {
  // Doubled coordinates keep the middle an integer.
  const x = inner[0]! + inner[2]!
  const y = inner[1]! + inner[3]!
  let inside = false
  for (let i = 0; i < shell.length; i += 2) {
    const j = (i + 2) % shell.length
    const [ax, ay] = [2 * shell[i]!, 2 * shell[i + 1]!]
    const [bx, by] = [2 * shell[j]!, 2 * shell[j + 1]!]
    if (ay > y === by > y) continue
    const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    if (by > ay ? side > 0 : side < 0) inside = !inside
  }
  return inside
}

/** Returns whether an outer ring lies within another one whose area is larger. The two may share edges. */
export function containsShell(shell: Ring, inner: Ring): boolean {
  for (let i = 0; i < shell.length; i += 2) {
    const j = (i + 2) % shell.length
    if (shell[i] !== inner[0] || shell[i + 1] !== inner[1]) continue
    if (shell[j] === inner[2] && shell[j + 1] === inner[3]) return true
  }
  return containsRing(shell, inner)
}
