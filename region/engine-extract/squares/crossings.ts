import { measureStraight, type PlaneRings, type PlaneVertex, turn } from './plane.ts'

/** Maximum number of entrances, which have 276 pairs; larger numbers are thinned out evenly. */
const maxEntrances = 24
/**
 * Minimum ratio between the outline and the straight line; where the outline is hardly longer, it is used instead.
 */
const minGain = 1.05

/**
 * Returns the straight ways between entrances of an area that lie within it and are clearly shorter than its outline.
 */
export function findCrossings(
  plane: PlaneRings,
  isEntrance: (node: number) => boolean,
): [number, number][] {
  const entrances = thinEvenly(listPlaces(plane).filter(({ vertex }) => isEntrance(vertex.id)))
  const pairs: [number, number][] = []
  for (const [i, from] of entrances.entries())
    for (const to of entrances.slice(i + 1)) {
      if (from.vertex.id === to.vertex.id) continue
      const straight = measureStraight(plane, from.vertex, to.vertex)
      if (measureAlongOutline(from, to) < minGain * straight) continue
      if (isInside(plane.rings, from.vertex, to.vertex)) pairs.push([from.vertex.id, to.vertex.id])
    }
  return pairs
}

interface Place {
  vertex: PlaneVertex
  ring: number
  /** Length of the ring up to the vertex, and of the whole ring, in metres. */
  along: number
  around: number
}

function listPlaces(plane: PlaneRings): Place[] {
  return plane.rings.flatMap((ring, index) => {
    let along = 0
    const places = ring.map((vertex, i): Place => {
      const before = ring[i - 1] ?? vertex
      along += measureStraight(plane, before, vertex)
      return { vertex, ring: index, along, around: 0 }
    })
    const around = along + measureStraight(plane, ring.at(-1)!, ring[0]!)
    for (const place of places) place.around = around
    return places
  })
}

function thinEvenly<T>(all: readonly T[]): readonly T[] {
  if (all.length <= maxEntrances) return all
  return Array.from(
    { length: maxEntrances },
    (_, i) => all[Math.floor((i * all.length) / maxEntrances)]!,
  )
}

function measureAlongOutline(from: Place, to: Place): number {
  if (from.ring !== to.ring) return Infinity
  const between = Math.abs(from.along - to.along)
  return Math.min(between, from.around - between)
}

/**
 * Whether the straight line between two vertices, ends excluded, lies within the area and meets no other
 * vertex.
 */
export function isInside(rings: PlaneRings['rings'], from: PlaneVertex, to: PlaneVertex): boolean {
  for (const ring of rings)
    for (const [i, a] of ring.entries()) {
      const b = ring[(i + 1) % ring.length]!
      const side = turn(from, to, a)
      if (side === 0 && isStrictlyBetween(a, from, to)) return false
      const isCrossing =
        Math.sign(side) * Math.sign(turn(from, to, b)) < 0 &&
        Math.sign(turn(a, b, from)) * Math.sign(turn(a, b, to)) < 0
      if (isCrossing) return false
    }
  return contains(rings, (from.x + to.x) / 2, (from.y + to.y) / 2)
}

/** Whether a point on the line through two vertices lies between them. */
function isStrictlyBetween(point: PlaneVertex, from: PlaneVertex, to: PlaneVertex): boolean {
  const along = (point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)
  const whole = (to.x - from.x) ** 2 + (to.y - from.y) ** 2
  return along > 0 && along < whole
}

/** Whether rings contain a point, by the even-odd rule. */
function contains(rings: PlaneRings['rings'], x: number, y: number): boolean {
  let isInside = false
  for (const ring of rings)
    for (const [i, a] of ring.entries()) {
      const b = ring[(i + 1) % ring.length]!
      if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x))
        isInside = !isInside
    }
  return isInside
}
