import { type BBox, type Feature, type FeatureCollection, makeFeatureCollection } from '#ground/geo'
import { makeRouteFeature, makeWaypointFeatures } from '#routing/operations'
import type { FindAndRouteResponse } from './schemas/index.ts'

/**
 * Converts the answer to GeoJSON: the route as a line; then its waypoints, the origin, the destination and the
 * alternatives as points.
 */
export function foundRouteToGeojson({
  origin,
  destination,
  alternatives = [],
  route,
  ...rest
}: FindAndRouteResponse): FeatureCollection {
  return makeFeatureCollection(
    [
      makeRouteFeature(route, 'route'),
      ...makeWaypointFeatures(route),
      makePointFeature('origin', origin),
      makePointFeature('destination', destination),
      ...alternatives.map((place) => makePointFeature('alternative', place)),
    ],
    rest,
  )
}

function makePointFeature(
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
