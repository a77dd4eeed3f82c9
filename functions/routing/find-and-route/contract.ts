import {
  FindAndRouteFeatureCollection,
  FindAndRouteRequest,
  FindAndRouteResponse,
} from '#routing/find-and-route/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const findAndRoute = operation({
  id: 'routing/find-and-route',
  method: 'POST',
  path: '/v1/routing/find-and-route',
  summary: 'Route to a place by name',
  description:
    'Finds the place that `destination` means, near the origin if several do, and the route to it, in one ' +
    'call. The origin is a position or a text itself. The destination is the first result of ' +
    '`GET /v1/geocoding/search` with `size=20` and the origin as focus, and `route` is that of ' +
    '`POST /v1/routing/route` between the two `coordinates`; an area is reached at its `coordinates`, too. ' +
    'What else the text may mean is in `alternatives`. A place that matches only a part of the text, or ' +
    'with a confidence under 0.8, has a warning. A text that names no place, or only one with a ' +
    'confidence under 0.2, is `geocode_failed`, and `partial` says which; a place farther than 2,000 m from any usable road is ' +
    '`location_not_routable` with `location_index` 0 for the origin and 1 for the destination, and ' +
    '`place` says what was found. A region that was built without places answers 503.',
  price: microdollars(700),
  needs: ['engine', 'places', 'language'],
  input: FindAndRouteRequest,
  output: FindAndRouteResponse,
  geojson: FindAndRouteFeatureCollection,
  errors: ['geocode_failed', 'location_not_routable', 'no_route', 'across_regions'],
  tooLarge: 'Raise elevation_interval.',
  // All examples use the demo region.
  examples: [
    {
      name: 'from_a_position',
      summary: 'By car from a position to a museum',
      request: {
        origin: { lat: 46.413945, lon: -28.435479 },
        destination: 'Museum Tschierv',
      },
    },
    {
      name: 'between_names',
      summary: 'By bicycle from a town to an address, both by name',
      request: {
        origin: 'Port Serrin',
        origin_country: 'XCA',
        destination: 'Via Pegna 5, Pradetta',
        country: 'XCA',
        travel: 'bicycle',
      },
    },
    {
      name: 'nearest_of_a_kind_geojson',
      summary: 'On foot to the nearest pharmacy, as GeoJSON',
      request: {
        origin: { lat: 46.38566, lon: -28.446065 },
        destination: 'pharmacy',
        travel: 'pedestrian',
        format: 'geojson',
      },
    },
  ],
})
