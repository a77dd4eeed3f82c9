import type { Bounds, LatLon } from '#ground/geo'
import type { Engine, EngineLocateItem } from '#routing/operations'
import { seeded } from '../test/fixtures/random.ts'

/**
 * Random points on roads for cars that are no field tracks. Beside a track our operations begin on a road
 * farther away, the bare engine on the track: two answers whose times say nothing about each other.
 */
export async function randomRoadPoints(
  engine: Engine,
  bounds: Bounds,
  count: number,
): Promise<LatLon[]> {
  const random = seeded(7)
  const points: LatLon[] = []
  while (points.length < count) {
    const locations = Array.from({ length: 100 }, () => ({
      lat: bounds.min_lat + (bounds.max_lat - bounds.min_lat) * random(),
      lon: bounds.min_lon + (bounds.max_lon - bounds.min_lon) * random(),
    }))
    const query = { locations, costing: 'auto', verbose: true }
    for (const { edges } of await engine.call<EngineLocateItem[]>('locate', query)) {
      const road = edges?.[0]
      if (!road || road.edge?.classification.use === 'track') continue
      points.push({ lat: road.correlated_lat, lon: road.correlated_lon })
    }
  }
  return points.slice(0, count)
}
