import { metersPerDegree } from '#ground/geo'
import type { NodeTable } from '../../osm/index.ts'

/** A node in whole units of 100 nanodegrees from a nearby point, so that products of differences are exact. */
export interface PlaneVertex {
  id: number
  x: number
  y: number
}

/** Outlines of an area on a plane, holes included. */
export interface PlaneRings {
  /** Rings that do not repeat the first vertex at the end. */
  rings: readonly (readonly PlaneVertex[])[]
  /** Metres per unit of x. */
  xMeters: number
  /** Metres per unit of y. */
  yMeters: number
}

const unitsPerDegree = 1e7

/** Places rings of node ids on a plane. Returns undefined if a node has no position. */
export function projectRings(
  rings: readonly (readonly number[])[],
  positions: NodeTable,
): PlaneRings | undefined {
  const origin = positions.get(rings[0]![0]!)
  if (!origin) return undefined
  let isComplete = true
  const vertex = (id: number): PlaneVertex => {
    const position = positions.get(id)
    if (!position) isComplete = false
    const { lat, lon } = position ?? origin
    const x = Math.round((lon - origin.lon) * unitsPerDegree)
    return { id, x, y: Math.round((lat - origin.lat) * unitsPerDegree) }
  }
  const onPlane = rings.map((ring) => ring.slice(0, -1).map(vertex))
  const yMeters = metersPerDegree / unitsPerDegree
  const xMeters = yMeters * Math.cos((origin.lat * Math.PI) / 180)
  return isComplete ? { rings: onPlane, xMeters, yMeters } : undefined
}

/** Returns the length of a straight line in metres. */
export function measureStraight(
  { xMeters, yMeters }: PlaneRings,
  from: PlaneVertex,
  to: PlaneVertex,
): number {
  return Math.hypot((from.x - to.x) * xMeters, (from.y - to.y) * yMeters)
}

/** Returns twice the signed area of a triangle, exact for areas under 10 km across. */
export function turn(a: PlaneVertex, b: PlaneVertex, c: PlaneVertex): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
