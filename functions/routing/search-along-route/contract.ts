import { microdollars, operation } from '../../../lib/api/operation.ts'
import {
  SearchAlongRouteFeatureCollection,
  SearchAlongRouteRequest,
  SearchAlongRouteResponse,
} from '../../../lib/search-along-route/schemas/index.ts'

export const searchAlongRoute = operation({
  id: 'routing/search-along-route',
  method: 'POST',
  path: '/v1/routing/search-along-route',
  summary: 'Places along a route',
  description:
    'The route through 2 to 20 locations, as `/v1/routing/route` gives it, and the venues of a category ' +
    'or name that add least to it, those of least added time first. `search` means what `query` means ' +
    'in `/v1/geocoding/places`. A detour is the route over the place, on the leg where it costs least ' +
    'of those that pass near, less the direct one: exactly the difference of two calls of ' +
    '`/v1/routing/route` with `[start, place, end]` and `[start, end]` of that leg, and 0 where the way over the place is not ' +
    'longer. Looked at are places as far from the route as three quarters of `max_detour_seconds` lead at 90 ' +
    'km/h (25 by bicycle, 5.1 on foot, or the speed of `travel_options`), at most 50 km. Of more than ' +
    '100 of them the nearest to each tenth of the route are compared, with a warning. No places ' +
    'are `places: []`. Errors and limits on length are those of `/v1/routing/route`.',
  price: microdollars(2_000),
  needs: ['engine', 'places'],
  heavy: true,
  input: SearchAlongRouteRequest,
  output: SearchAlongRouteResponse,
  geojson: SearchAlongRouteFeatureCollection,
  errors: ['location_not_routable', 'no_route'],
  tooLarge: 'Raise elevation_interval, or search in parts.',
  // All on the demo region.
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
