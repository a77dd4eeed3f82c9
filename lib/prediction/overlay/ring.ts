/** A ring on a plane: alternating east and north, metres, without repeating the first point. */
export type PlaneRing = readonly number[]

/** The half of a plane where `east * x + north * y <= limit`. */
export interface HalfPlane {
  east: number
  north: number
  limit: number
}

/** Returns the area of a ring, m2, positive when it runs counterclockwise. */
export function measureSignedArea(ring: PlaneRing): number {
  let twice = 0
  let [x0, y0] = [ring.at(-2)!, ring.at(-1)!]
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!]
    twice += x0 * y - x * y0
    x0 = x
    y0 = y
  }
  return twice / 2
}

/**
 * Clips a ring to a half-plane (Sutherland and Hodgman 1974). Parts of a non-convex ring stay joined by edges along
 * the border, there and back, which enclose no area.
 */
export function clipRing(ring: PlaneRing, { east, north, limit }: HalfPlane): PlaneRing {
  const kept: number[] = []
  let [x0, y0] = [ring.at(-2)!, ring.at(-1)!]
  let beyond0 = east * x0 + north * y0 - limit
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!]
    const beyond = east * x + north * y - limit
    if (beyond > 0 !== beyond0 > 0) {
      const share = beyond0 / (beyond0 - beyond)
      kept.push(x0 + share * (x - x0), y0 + share * (y - y0))
    }
    if (!(beyond > 0)) kept.push(x, y)
    x0 = x
    y0 = y
    beyond0 = beyond
  }
  return kept.length >= 6 ? kept : []
}

/** Returns the half-planes whose intersection is the inside of a convex counterclockwise ring. */
export function toHalfPlanes(ring: PlaneRing): HalfPlane[] {
  const planes: HalfPlane[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const [x0, y0] = [ring[i]!, ring[i + 1]!]
    const [x1, y1] = [ring[(i + 2) % ring.length]!, ring[(i + 3) % ring.length]!]
    const [east, north] = [y1 - y0, x0 - x1]
    planes.push({ east, north, limit: east * x0 + north * y0 })
  }
  return planes
}

/**
 * Divides a hexagon into convex rings: itself, or triangles from its centre when it is bent, as it is across the
 * edges of H3's icosahedron.
 */
export function splitIntoConvexParts(
  corners: PlaneRing,
  center: readonly [east: number, north: number],
): PlaneRing[] {
  const triangles: PlaneRing[] = []
  let isConvex = true
  for (let i = 0; i < corners.length; i += 2) {
    const at = (step: number) => {
      const k = (i + 2 * step) % corners.length
      return [corners[k]!, corners[k + 1]!] as const
    }
    const [from, corner, to] = [at(0), at(1), at(2)]
    triangles.push([...center, ...from, ...corner])
    const turn =
      (corner[0] - from[0]) * (to[1] - corner[1]) - (corner[1] - from[1]) * (to[0] - corner[0])
    if (turn < 0) isConvex = false
  }
  return isConvex ? [corners] : triangles
}
