import { decodeMicrodegrees, distanceMeters, type LatLon } from '#ground/geo'
import type { Costing, Engine, EngineQuery } from '#routing/engine'
import { findVertex, type Line, makeVertexKey, readVertex } from './line.ts'

/**
 * A located edge. Loops go through crossings, not through points in the middle of a road: beyond such a `through`
 * point the engine returns wrong heights (fixed in its release 3.8.3).
 */
interface LocatedEdge {
  edge_info: { shape: string }
  edge: { not_thru: boolean; deadend: boolean }
}

/** Maximum radius. A larger one contains hundreds of roads in a town, which take long to examine. */
const maxRadiusMeters = 200

/** Radius around a vertex that contains the points of its own line. */
const onLineMeters = 5

/**
 * Finds the crossing nearest to each position, without duplicates. Leaves out positions without a crossing within
 * reach. Roads that lead nowhere else count only if no others exist.
 */
export async function findCrossingsNear(
  engine: Engine,
  positions: readonly LatLon[],
  reachMeters: number,
  costing: Costing,
  signal?: AbortSignal,
): Promise<LatLon[]> {
  const located = await locateEdges(
    engine,
    positions.map((position) => ({
      ...position,
      radius: Math.min(maxRadiusMeters, Math.round(reachMeters / 2)),
      search_cutoff: reachMeters,
    })),
    costing,
    signal,
  )
  const crossings = new Map<string, LatLon>()
  for (const [i, edges] of located.entries()) {
    const through = edges.filter(({ edge }) => !edge.not_thru && !edge.deadend)
    const ends = (through.length > 0 ? through : edges).flatMap(listEnds)
    const position = positions[i]!
    const nearest = findSmallest(ends, (end) => distanceMeters(position, end))
    if (nearest) crossings.set(`${nearest.lat},${nearest.lon}`, nearest)
  }
  return [...crossings.values()]
}

/** Finds the vertices of a line that are crossings, the nearest to each distance along it, in order. */
export async function findCrossingsOn(
  engine: Engine,
  line: Line,
  alongMeters: readonly number[],
  costing: Costing,
  signal?: AbortSignal,
): Promise<number[]> {
  const inner = new Map<string, number>()
  for (let i = 1; i + 1 < line.meters.length; i++) inner.set(makeVertexKey(line.microdegrees, i), i)
  const located = await locateEdges(
    engine,
    alongMeters.map((along) => ({
      ...readVertex(line, findVertex(line, along)),
      radius: onLineMeters,
    })),
    costing,
    signal,
  )
  const vertices = located.flatMap((edges, k) => {
    const ends = edges.flatMap((edge) => listEnds(edge).flatMap(({ key }) => inner.get(key) ?? []))
    return findSmallest(ends, (i) => Math.abs(line.meters[i]! - alongMeters[k]!)) ?? []
  })
  return [...new Set(vertices)].sort((a, b) => a - b)
}

async function locateEdges(
  engine: Engine,
  locations: EngineQuery[],
  costing: Costing,
  signal?: AbortSignal,
): Promise<LocatedEdge[][]> {
  const located = await engine.call<{ edges: LocatedEdge[] | null }[]>(
    'locate',
    {
      ...costing,
      locations: locations.map((location) => ({
        ...location,
        search_filter: { exclude_ferry: true },
      })),
      verbose: true,
    },
    signal,
  )
  return located.map(({ edges }) => edges ?? [])
}

function listEnds({ edge_info }: LocatedEdge): (LatLon & { key: string })[] {
  const shape = decodeMicrodegrees(edge_info.shape)
  return [0, shape.length / 2 - 1].map((i) => ({
    lat: shape[2 * i]! / 1e6,
    lon: shape[2 * i + 1]! / 1e6,
    key: makeVertexKey(shape, i),
  }))
}

function findSmallest<T>(values: readonly T[], of: (value: T) => number): T | undefined {
  let smallest: T | undefined
  let smallestOf = Number.POSITIVE_INFINITY
  for (const value of values) {
    const here = of(value)
    if (here < smallestOf) [smallest, smallestOf] = [value, here]
  }
  return smallest
}
