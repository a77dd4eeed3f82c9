import { measureStraight, type PlaneRings, type PlaneVertex, turn } from './plane.ts'

/**
 * Bounds of a square, from 700 random walks in Porto, where most pavements are drawn as areas. With all areas, 54
 * walks became shorter and 77 longer, because a start snaps to a pavement that can be left only at the end of the
 * block. With these bounds it was 39 and 15.
 */
const min = { widthMeters: 5, entrances: 2 }
const max = {
  /** Distance between two consecutive entrances along an outline; more is allowed on a wide square. */
  gapMeters: 200,
  gapWidths: 8,
  /** Larger areas are promenades around lakes, festival grounds or mistakes. */
  extentMeters: 1_000,
}

/** Whether an area is open to all sides, so that people cross it, rather than a pavement drawn as an area. */
export function isOpenSpace(plane: PlaneRings, isEntrance: (node: number) => boolean): boolean {
  const vertices = plane.rings.flat()
  const entrances = new Set(vertices.map(({ id }) => id).filter(isEntrance))
  if (entrances.size < min.entrances || extentMeters(plane) > max.extentMeters) return false
  const perimeterMeters = plane.rings.reduce((sum, ring) => sum + lengthMeters(plane, ring), 0)
  // Exact for a long rectangle.
  const meanWidthMeters = (2 * areaSquareMeters(plane)) / perimeterMeters
  const maxGapMeters = Math.max(max.gapMeters, max.gapWidths * meanWidthMeters)
  return (
    meanWidthMeters >= min.widthMeters &&
    plane.rings.every((ring) => gapMeters(plane, ring, isEntrance) <= maxGapMeters)
  )
}

function extentMeters({ rings, xMeters, yMeters }: PlaneRings): number {
  const extent = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
  const vertices = rings.flat()
  return Math.max(
    extent(vertices.map(({ x }) => x)) * xMeters,
    extent(vertices.map(({ y }) => y)) * yMeters,
  )
}

function lengthMeters(plane: PlaneRings, ring: readonly PlaneVertex[]): number {
  return ring.reduce((sum, vertex, i) => sum + measureStraight(plane, vertex, findNext(ring, i)), 0)
}

/** Returns the area of the largest ring minus all other rings: the area of one outline with its holes. */
function areaSquareMeters({ rings, xMeters, yMeters }: PlaneRings): number {
  const areas = rings.map((ring) => {
    const sum = ring.reduce((sum, vertex, i) => sum + turn(ring[0]!, vertex, findNext(ring, i)), 0)
    return Math.abs(sum) / 2
  })
  const all = areas.reduce((sum, area) => sum + area, 0)
  return (2 * Math.max(...areas) - all) * xMeters * yMeters
}

/** Returns the longest way along a ring from one entrance to the next, or 0 for a ring without any. */
function gapMeters(
  plane: PlaneRings,
  ring: readonly PlaneVertex[],
  isEntrance: (node: number) => boolean,
): number {
  const first = ring.findIndex(({ id }) => isEntrance(id))
  if (first < 0) return 0
  const fromEntrance = [...ring.slice(first), ...ring.slice(0, first)]
  let longest = 0
  let gap = 0
  for (const [i, vertex] of fromEntrance.entries()) {
    const next = findNext(fromEntrance, i)
    gap += measureStraight(plane, vertex, next)
    if (!isEntrance(next.id)) continue
    longest = Math.max(longest, gap)
    gap = 0
  }
  return longest
}

/** Returns the next vertex of a ring. */
function findNext(ring: readonly PlaneVertex[], i: number): PlaneVertex {
  return ring[(i + 1) % ring.length]!
}
