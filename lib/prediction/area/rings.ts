import { PointInRings } from '#ground/geo'
import type { PlanePoint } from './plane-shape.ts'

/** Creates a test for points inside rings, by the even-odd rule over outer and inner rings. */
export function createRingTest(
  rings: readonly (readonly PlanePoint[])[],
): (east: number, north: number) => boolean {
  const index = new PointInRings(
    rings.map((ring) => [...ring, ring[0]!].flatMap(({ east, north }) => [east, north])),
  )
  return (east, north) => index.has(east, north)
}

/** Returns the distance to the nearest edge of a ring, metres. */
export function measureDistanceToRing(
  ring: readonly PlanePoint[],
  { east, north }: PlanePoint,
): number {
  let nearest = Infinity
  ring.forEach((to, i) => {
    const from = ring[i === 0 ? ring.length - 1 : i - 1]!
    nearest = Math.min(nearest, measureSquaredDistance(from, to, east, north))
  })
  return Math.sqrt(nearest)
}

/** Returns the squared distance of a point to a segment, m2. */
export function measureSquaredDistance(
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
