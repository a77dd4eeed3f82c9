import { type Bounds, distanceMeters, type LatLon, roundCoordinate } from '#ground/geo'
import type { Engine } from '#routing/operations'
import { regionEngine } from '../../functions/routing/region-engine.ts'

/** Rows and columns of the grid of candidate points over the region. */
const gridSize = 9
/** Maximum number of pairs to route. The highest average speed wins, so that the example avoids forest tracks. */
const maxRoutes = 20

interface Located {
  edges: { correlated_lat: number; correlated_lon: number }[] | null
}

/**
 * Finds two locations for the curl command that is printed at startup: about a fifth of the region's diagonal apart,
 * with a fast route between them. Returns undefined if none of the pairs tried has a route.
 */
export async function findExampleLocations(
  region: string,
  bounds: Bounds,
): Promise<LatLon[] | undefined> {
  const engine = await regionEngine(region)
  const places = await snapToRoads(engine, bounds)
  const corner = { lat: bounds.max_lat, lon: bounds.max_lon }
  const targetMeters = distanceMeters({ lat: bounds.min_lat, lon: bounds.min_lon }, corner) / 5
  const measureDeviation = ([from, to]: [LatLon, LatLon]) =>
    Math.abs(distanceMeters(from, to) - targetMeters)
  const pairs = places
    .flatMap((from, i) => places.slice(i + 1).map((to): [LatLon, LatLon] => [from, to]))
    .sort((a, b) => measureDeviation(a) - measureDeviation(b))
  let best: LatLon[] | undefined
  let bestKilometersPerSecond = 0
  for (const pair of pairs.slice(0, maxRoutes)) {
    const found = await engine.route({ locations: pair, costing: 'auto' }).catch(() => undefined)
    if (!found) continue
    const { length, time } = found.trip.summary
    if (time > 0 && length / time > bestKilometersPerSecond) {
      best = pair
      bestKilometersPerSecond = length / time
    }
  }
  return best
}

async function snapToRoads(engine: Engine, bounds: Bounds): Promise<LatLon[]> {
  const at = (i: number) => (i + 0.5) / gridSize
  const locations = Array.from({ length: gridSize * gridSize }, (_, i) => ({
    lat: bounds.min_lat + (bounds.max_lat - bounds.min_lat) * at(Math.floor(i / gridSize)),
    lon: bounds.min_lon + (bounds.max_lon - bounds.min_lon) * at(i % gridSize),
    search_cutoff: 2000,
  }))
  const located = await engine.call<Located[]>('locate', { locations, costing: 'auto' })
  return located.flatMap(({ edges }) => {
    const snapped = edges?.[0]
    if (!snapped) return []
    return [
      {
        lat: roundCoordinate(snapped.correlated_lat),
        lon: roundCoordinate(snapped.correlated_lon),
      },
    ]
  })
}
