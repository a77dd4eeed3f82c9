import type { LatLon } from '#ground/geo'
import { type Costing, type Engine, routeOnRoads, tripTotals } from '#routing/engine'

/**
 * Distance and time of the route that `findRoute` gives for the locations, without its description.
 *
 * Throws as `findRoute`.
 */
export async function routeTotals(
  engine: Engine,
  locations: readonly LatLon[],
  costing: Costing,
  signal?: AbortSignal,
): Promise<{ distance_meters: number; duration_seconds: number }> {
  // Long detours by bicycle are searched for again only in routes with legs described.
  const directions_type = costing.costing === 'bicycle' ? 'maneuvers' : 'none'
  const queryFor = (roads: readonly LatLon[]) => ({
    locations: roads,
    ...costing,
    units: 'kilometers',
    directions_type,
  })
  return tripTotals(await routeOnRoads(engine, locations, costing, queryFor, signal))
}
