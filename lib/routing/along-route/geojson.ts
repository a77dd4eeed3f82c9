import { type BBox, type Feature, type FeatureCollection, makeFeatureCollection } from '#ground/geo'
import { makeRouteFeature, makeWaypointFeatures } from '#routing/operations'
import type { SearchAlongRouteResponse } from './schemas/index.ts'

/** Converts the answer to GeoJSON: the route as a line, then its waypoints and the places as points. */
export function alongRouteToGeojson({
  route,
  places,
}: SearchAlongRouteResponse): FeatureCollection {
  return makeFeatureCollection([
    makeRouteFeature(route, 'route'),
    ...makeWaypointFeatures(route),
    ...places.map(({ place: { coordinates, bbox, ...place }, ...detour }): Feature => {
      const { lat, lng } = coordinates
      return {
        type: 'Feature',
        ...(bbox && { bbox: bbox as BBox }),
        geometry: { type: 'Point', coordinates: [lng, lat] },
        properties: { kind: 'place', ...place, ...detour },
      }
    }),
  ])
}
