import {
  SearchAlongRouteFeatureCollection,
  SearchAlongRouteRequest,
  SearchAlongRouteResponse,
} from '#routing/along-route/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const searchAlongRoute = operation({
  id: 'routing/search-along-route',
  method: 'POST',
  path: '/v1/routing/search-along-route',
  summary: 'Places along a route',
  description:
    'The route through 2 to 20 locations, as `/v1/routing/route` gives it, and the venues of a category ' +
    'or name with the shortest detours, by added time. `search` means what `query` means in ' +
    '`/v1/geocoding/places`. A detour is the route by way of the place, on the best of the legs that pass ' +
    'near, less the direct one: exactly the difference of two calls of `/v1/routing/route` with `[start, ' +
    'place, end]` and `[start, end]` of that leg, and 0 if the route by way of the place is not longer. ' +
    'Searches as far from the route as one gets in three quarters of `max_detour_seconds` at 90 km/h (25 ' +
    'by bicycle, 5.1 on foot, or a faster `cycling_speed` or `walking_speed`) in a straight line, at most ' +
    '50 km. If more than 100 places match, only 100, the nearest to each tenth of the route, are ' +
    'compared, with a warning. `places` is empty if none is found. Errors and limits on length are those ' +
    'of `/v1/routing/route`.',
  price: microdollars(2_000),
  needs: ['engine', 'places'],
  input: SearchAlongRouteRequest,
  output: SearchAlongRouteResponse,
  geojson: SearchAlongRouteFeatureCollection,
  errors: ['location_not_routable', 'no_route', 'across_regions'],
  tooLarge: 'Raise elevation_interval, or split the route.',
  // All examples use the demo region.
  examples: [
    {
      name: 'restaurants_by_car',
      summary: 'Three restaurants on the way between two towns',
      request: {
        locations: [
          { lat: 46.38566, lon: -28.446065 },
          { lat: 46.513845, lon: -28.400642 },
        ],
        search: 'restaurant',
        max_results: 3,
      },
    },
    {
      name: 'benches_on_foot_geojson',
      summary: 'Benches that a walk passes within two minutes, as GeoJSON',
      request: {
        locations: [
          { lat: 46.413945, lon: -28.435479 },
          { lat: 46.436097, lon: -28.418836 },
        ],
        search: 'bench',
        travel: 'pedestrian',
        max_detour_seconds: 120,
        format: 'geojson',
      },
    },
  ],
})
