import { PointInRings } from '#ground/geo'
import { reverseLine, signedArea, type Vertices } from '../features/index.ts'

interface Nested {
  ring: Vertices
  area: number
  inside: PointInRings
  /** The smallest ring around it. */
  parent: Nested | undefined
  depth: number
}

/**
 * Groups rings, outer and inner in any order, into polygons: the outer ring first, with a positive {@link signedArea},
 * then its holes, with a negative one. Rings of zero area are left out.
 */
export function nestPolygons(rings: readonly Vertices[]): Vertices[][] {
  const bySize = rings
    .map((ring) => ({ ring, area: signedArea(ring) }))
    .filter(({ area }) => area !== 0)
    .sort((a, b) => Math.abs(b.area) - Math.abs(a.area))
  if (bySize.length === 1) return [[orientRing(bySize[0]!, 1)]]
  const nested: Nested[] = []
  for (const { ring, area } of bySize) {
    const parent = nested.findLast((outer) => isWithin(ring, outer))
    const depth = parent ? parent.depth + 1 : 0
    nested.push({ ring, area, inside: new PointInRings([ring]), parent, depth })
  }
  const polygons = new Map<Nested, Vertices[]>()
  for (const ring of nested) {
    if (ring.depth % 2 === 0) polygons.set(ring, [orientRing(ring, 1)])
    else polygons.get(ring.parent!)!.push(orientRing(ring, -1))
  }
  return [...polygons.values()]
}

/**
 * Whether most corners of a ring, or of a sample of them if it is long, are inside another ring. Not all need be, since
 * rings may touch.
 */
function isWithin(ring: Vertices, outer: Nested): boolean {
  const count = ring.length / 2 - 1
  const step = Math.max(1, Math.floor(count / 16))
  let [inside, asked] = [0, 0]
  for (let i = 0; i < count; i += step) {
    asked++
    if (outer.inside.has(ring[2 * i]!, ring[2 * i + 1]!)) inside++
  }
  return 2 * inside > asked
}

function orientRing({ ring, area }: { ring: Vertices; area: number }, sign: 1 | -1): Vertices {
  return area * sign > 0 ? ring : reverseLine(ring)
}
