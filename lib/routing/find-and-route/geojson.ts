import { type BBox, type Feature, type FeatureCollection, featureCollection } from '#ground/geo'
import { routeFeature, waypointFeatures } from '#routing/operations'
import type { FindAndRouteResponse } from './schemas/index.ts'

/**
 * The answer as GeoJSON: the route as a line; then its waypoints, the origin, the destination and the
 * alternatives as points.
 */
export function foundRouteToGeojson({
  origin,
  destination,
  alternatives = [],
  route,
  ...rest
}: FindAndRouteResponse): FeatureCollection {
  return featureCollection(
    [
      routeFeature(route, 'route'),
      ...waypointFeatures(route),
      pointFeature('origin', origin),
      pointFeature('destination', destination),
      ...alternatives.map((place) => pointFeature('alternative', place)),
    ],
    rest,
  )
}

function pointFeature(
  kind: string,
  place: FindAndRouteResponse['origin' | 'destination'],
): Feature {
  const { coordinates, bbox, ...properties } = { bbox: undefined, ...place }
  const { lat, lng } = coordinates
  return {
    type: 'Feature',
    ...(bbox && { bbox: bbox as BBox }),
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: { kind, ...properties },
  }
}
