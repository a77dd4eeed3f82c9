import { ApiError } from '../../errors/index.ts'
import { decodePolyline, distanceMeters, type LatLon } from '../../geo/index.ts'
import type { Costing, Engine, EngineLocateItem, EngineRoute } from '../engine/index.ts'

/** A location on the one road that a route from or to it uses; the engine looks for no other. */
export interface RoadLocation extends LatLon {
  minimum_reachability?: 0
}

interface Query {
  sources: readonly LatLon[]
  targets: readonly LatLon[]
  costing: Costing
}

/**
 * Moves sources and targets onto the roads that routes use. Beside a road of a small network the engine
 * takes a second road as candidate, and its matrix weighs the two otherwise than its routes: one route
 * for each such location tells. A location stays as it is where no route does.
 *
 * Throws `location_not_routable`.
 */
export async function ontoRoads(
  engine: Engine,
  { sources, targets, costing }: Query,
  signal?: AbortSignal,
): Promise<{ sources: RoadLocation[]; targets: RoadLocation[] }> {
  const located = await engine.call<EngineLocateItem[]>(
    'locate',
    { locations: [...sources, ...targets], ...costing, verbose: false },
    signal,
  )
  const candidates = located.map(positions)
  if (candidates.some((roads) => roads.length === 0)) throw new ApiError('location_not_routable')
  const starts = candidates.slice(0, sources.length)
  const ends = candidates.slice(sources.length)

  const chosen = (from: LatLon, to: LatLon) => endsOfRoute(engine, from, to, costing, signal)
  const [movedSources, movedTargets] = await Promise.all([
    Promise.all(
      sources.map(async (source, i) => {
        const roads = starts[i]!
        if (roads.length === 1) return onRoad(roads[0]!)
        const target = reference(source, targets, ends)
        const used = target && (await chosen(source, target))
        return used ? onRoad(nearest(used[0], roads)) : source
      }),
    ),
    Promise.all(
      targets.map(async (target, j) => {
        const roads = ends[j]!
        if (roads.length === 1) return onRoad(roads[0]!)
        const source = reference(target, sources, starts)
        const used = source && (await chosen(source, target))
        return used ? onRoad(nearest(used[1], roads)) : target
      }),
    ),
  ])
  return { sources: movedSources, targets: movedTargets }
}

function onRoad({ lat, lon }: LatLon): RoadLocation {
  return { lat, lon, minimum_reachability: 0 }
}

/** The distinct positions on roads that the engine considers for a location, nearest first. */
function positions({ edges }: EngineLocateItem): LatLon[] {
  const distinct = new Map<string, LatLon>()
  for (const { correlated_lat: lat, correlated_lon: lon } of edges ?? []) {
    const key = `${lat},${lon}`
    if (!distinct.has(key)) distinct.set(key, { lat, lon })
  }
  return [...distinct.values()]
}

function nearest(to: LatLon, among: readonly LatLon[]): LatLon {
  return among.reduce((best, next) =>
    distanceMeters(to, next) < distanceMeters(to, best) ? next : best,
  )
}

/** The nearest of the others that has one candidate only, or the nearest of all. */
function reference(
  location: LatLon,
  others: readonly LatLon[],
  candidates: readonly (readonly LatLon[])[],
): LatLon | undefined {
  const certain = others.filter((_, i) => candidates[i]!.length === 1)
  const among = certain.length > 0 ? certain : others
  return among.length > 0 ? nearest(location, among) : undefined
}

async function endsOfRoute(
  engine: Engine,
  from: LatLon,
  to: LatLon,
  costing: Costing,
  signal?: AbortSignal,
): Promise<[LatLon, LatLon] | undefined> {
  const query = { locations: [from, to], ...costing, units: 'kilometers', directions_type: 'none' }
  try {
    const { trip } = await engine.call<EngineRoute>('route', query, signal)
    const shape = decodePolyline(trip.legs[0]!.shape)
    return [shape[0]!, shape.at(-1)!]
  } catch (error) {
    if (error instanceof ApiError && error.code === 'no_route') return undefined
    throw error
  }
}
