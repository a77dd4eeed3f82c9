import { OptimizeFeatureCollection, OptimizeRequest, OptimizeResponse } from '#routing/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const optimize = operation({
  id: 'routing/optimize',
  method: 'POST',
  path: '/v1/routing/optimize',
  summary: 'Optimal visit order',
  description:
    'The order in which to visit 4 to 50 stops in the least time, the first and the last staying ' +
    'where they are, with the route in that order and what it saves. The order is the best of all ' +
    'for up to 12 stops; beyond that it is found by a search that gives equal requests equal ' +
    'answers. It is never slower than the order of the request, which is kept when no other is ' +
    'quicker. `savings` compares two routes as `/v1/routing/route` gives them or, where the order of ' +
    'the request is too long for one route, two sums over the matrix of times. A stop farther than ' +
    '2,000 m from any usable road is `location_not_routable`; stops that no order can visit are ' +
    '`no_route` with `location_indices`. Two stops may be 1,000 km apart in a straight line for ' +
    '`auto`, 500 km for `bicycle` and 250 km for `pedestrian`; the straight line through all in the ' +
    'best order may be 5,000, 500 and 250 km long.',
  price: microdollars(5_000),
  needs: ['engine', 'language'],
  input: OptimizeRequest,
  output: OptimizeResponse,
  geojson: OptimizeFeatureCollection,
  errors: ['location_not_routable', 'no_route', 'across_regions'],
  tooLarge: 'Raise elevation_interval, or optimise fewer stops at once.',
  // All examples use the demo region.
  examples: [
    {
      name: 'deliveries',
      summary: 'A round trip by car: the first stop given again as the last',
      request: {
        locations: [
          { lat: 46.38566, lon: -28.446065 },
          { lat: 46.513845, lon: -28.400642 },
          { lat: 46.413945, lon: -28.435479 },
          { lat: 46.492369, lon: -28.410623 },
          { lat: 46.436097, lon: -28.418836 },
          { lat: 46.38566, lon: -28.446065 },
        ],
      },
    },
    {
      name: 'stages_by_bicycle_geojson',
      summary: 'Stages of a ride on a mountain bicycle in Italian, as GeoJSON',
      request: {
        locations: [
          { lat: 46.449386, lon: -28.410364 },
          { lat: 46.410804, lon: -28.442764 },
          { lat: 46.492369, lon: -28.410623 },
          { lat: 46.38566, lon: -28.446065 },
          { lat: 46.513845, lon: -28.400642 },
        ],
        travel: 'bicycle',
        travel_options: { bicycle: { bicycle_type: 'mountain', use_hills: 0.9 } },
        language: 'it',
        elevation_interval: 100,
        format: 'geojson',
      },
    },
  ],
})
