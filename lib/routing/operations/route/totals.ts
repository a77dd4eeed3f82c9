import type { LatLon } from '#ground/geo'
import { type Costing, type Engine, readTripTotals, routeOnRoads } from '#routing/engine'

/**
 * Returns the distance and time of the route that `findRoute` finds for the locations, without its description.
 *
 * Throws the errors of `findRoute`.
 */
export async function requestTotals(
  engine: Engine,
  locations: readonly LatLon[],
  costing: Costing,
  signal?: AbortSignal,
): Promise<{ distance_meters: number; duration_seconds: number }> {
  // Only routes with described legs are searched again for long detours by bicycle.
  const directions_type = costing.costing === 'bicycle' ? 'maneuvers' : 'none'
  const queryFor = (roads: readonly LatLon[]) => ({
    locations: roads,
    ...costing,
    units: 'kilometers',
    directions_type,
  })
  return readTripTotals(await routeOnRoads(engine, locations, costing, queryFor, signal))
}
