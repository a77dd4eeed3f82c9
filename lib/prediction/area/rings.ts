import type { PlanePoint } from './plane-shape.ts'

/**
 * Whether points lie inside rings, outer and inner alike: by the even-odd rule, with the edges sorted
 * into strips from south to north so that a point is compared with few of them.
 */
export function insideRings(
  rings: readonly (readonly PlanePoint[])[],
): (east: number, north: number) => boolean {
  const edges: number[][] = []
  let [south, top] = [Infinity, -Infinity]
  for (const ring of rings) {
    ring.forEach((to, i) => {
      const from = ring[i === 0 ? ring.length - 1 : i - 1]!
      south = Math.min(south, to.north)
      top = Math.max(top, to.north)
      // An edge along a strip separates nothing in the direction it is looked in.
      if (from.north !== to.north) edges.push([from.east, from.north, to.east, to.north])
    })
  }
  const count = Math.max(1, Math.min(1_024, edges.length))
  const height = (top - south) / count || 1
  const strips: number[][][] = Array.from({ length: count }, () => [])
  const stripOf = (north: number) => Math.min(count - 1, Math.floor((north - south) / height))
  for (const edge of edges) {
    const [first, last] = [stripOf(edge[1]!), stripOf(edge[3]!)].sort((a, b) => a - b)
    for (let k = first!; k <= last!; k++) strips[k]!.push(edge)
  }
  return (east, north) => {
    if (!(north >= south && north <= top)) return false
    let inside = false
    for (const [x1, y1, x2, y2] of strips[stripOf(north)] as [number, number, number, number][]) {
      if (y1 > north === y2 > north) continue
      if (east < x1 + ((north - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
    }
    return inside
  }
}

/** Metres to the nearest edge of a ring. */
export function metersToRing(ring: readonly PlanePoint[], { east, north }: PlanePoint): number {
  let nearest = Infinity
  ring.forEach((to, i) => {
    const from = ring[i === 0 ? ring.length - 1 : i - 1]!
    nearest = Math.min(nearest, squareToSegment(from, to, east, north))
  })
  return Math.sqrt(nearest)
}

/** Square of the distance of a point to a segment. */
export function squareToSegment(
  from: PlanePoint,
  to: PlanePoint,
  east: number,
  north: number,
): number {
  const [dx, dy] = [to.east - from.east, to.north - from.north]
  const [px, py] = [east - from.east, north - from.north]
  const length2 = dx * dx + dy * dy
  const share = length2 === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length2))
  return (px - share * dx) ** 2 + (py - share * dy) ** 2
}
