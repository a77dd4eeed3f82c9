import { type BBox, type Feature, type FeatureCollection, featureCollection } from '#ground/geo'
import { routeFeature, waypointFeatures } from '#routing/operations'
import type { SearchAlongRouteResponse } from './schemas/index.ts'

/** The answer as GeoJSON: the route as a line, then its waypoints and the places as points. */
export function alongRouteToGeojson({
  route,
  places,
}: SearchAlongRouteResponse): FeatureCollection {
  return featureCollection([
    routeFeature(route, 'route'),
    ...waypointFeatures(route),
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
