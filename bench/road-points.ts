import type { Bounds, LatLon } from '#ground/geo'
import type { Engine, EngineLocateItem } from '#routing/operations'
import { seeded } from '../test/fixtures/random.ts'

/**
 * Draws random points on car roads, without field tracks. Beside a track our operations start on a road farther away
 * and the bare engine starts on the track, so their times would not be comparable.
 */
export async function drawRoadPoints(
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
