import { CompareFeatureCollection, CompareRequest, CompareResponse } from '#routing/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const compare = operation({
  id: 'routing/compare',
  method: 'POST',
  path: '/v1/routing/compare',
  summary: 'Compare travel modes',
  description:
    'The best way through the same 2 to 20 locations for 2 to 4 ways to travel, each a full route ' +
    'with terrain, and which of them is the fastest, the shortest and the easiest, with a sentence ' +
    'that says so. A way to travel that has no route is left out of `routes` and listed in ' +
    '`comparison.unavailable` with the reason. When none has a route the answer is the error of the ' +
    'first one, `location_not_routable` or `no_route`, with `unavailable` for all. Limits on length ' +
    'are those of `/v1/routing/route`; locations too far apart for every way to travel are a ' +
    '`bad_request`.',
  price: microdollars(2_000),
  needs: ['engine'],
  input: CompareRequest,
  output: CompareResponse,
  geojson: CompareFeatureCollection,
  errors: ['location_not_routable', 'no_route', 'across_regions'],
  tooLarge: 'Raise elevation_interval, compare fewer travel_modes, or compare in parts.',
  // All examples use the demo region.
  examples: [
    {
      name: 'over_the_pass',
      summary: 'By car, by bicycle and on foot over the pass',
      request: {
        locations: [
          { lat: 46.449386, lon: -28.410364 },
          { lat: 46.492369, lon: -28.410623 },
        ],
        travel_modes: ['auto', 'bicycle', 'pedestrian'],
      },
    },
    {
      name: 'fit_rider_or_bus_geojson',
      summary: 'A fast rider against a bus through three towns, as GeoJSON',
      request: {
        locations: [
          { lat: 46.38566, lon: -28.446065 },
          { lat: 46.410804, lon: -28.442764 },
          { lat: 46.513845, lon: -28.400642 },
        ],
        travel_modes: ['bicycle', 'bus'],
        travel_options: { bicycle: { bicycle_type: 'road', cycling_speed: 28, use_hills: 0.8 } },
        language: 'fr',
        elevation_interval: 100,
        format: 'geojson',
      },
    },
  ],
})
