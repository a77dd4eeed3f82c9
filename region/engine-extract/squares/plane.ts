import { metersPerDegree } from '#ground/geo'
import type { NodeTable } from '../../osm/index.ts'

/** A node in whole units of 100 nanodegrees from a point nearby, so that products of differences are exact. */
export interface PlaneVertex {
  id: number
  x: number
  y: number
}

/** The outlines of an area on a plane, holes included. */
export interface PlaneRings {
  /** The first vertex is not repeated at the end. */
  rings: readonly (readonly PlaneVertex[])[]
  /** Metres of a unit of x. */
  xMeters: number
  /** Metres of a unit of y. */
  yMeters: number
}

const unitsPerDegree = 1e7

/** Puts rings of node ids on a plane; undefined where a node has no position. */
export function ringsOnPlane(
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

/** Length of a straight line, metres. */
export function straightMeters(
  { xMeters, yMeters }: PlaneRings,
  from: PlaneVertex,
  to: PlaneVertex,
): number {
  return Math.hypot((from.x - to.x) * xMeters, (from.y - to.y) * yMeters)
}

/** Twice the signed area of a triangle, exact for areas under 10 km across. */
export function turn(a: PlaneVertex, b: PlaneVertex, c: PlaneVertex): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
