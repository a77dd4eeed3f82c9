import { RouteFeatureCollection, RouteRequest, RouteResponse } from '#routing/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const route = operation({
  id: 'routing/route',
  method: 'POST',
  path: '/v1/routing/route',
  summary: 'Route with terrain analytics',
  description:
    'The best way through 2 to 20 locations, with instructions, ascent and descent, grades, a ' +
    'difficulty class and an elevation profile, for the route and for each leg. Coordinates alone ' +
    'are enough: the default is a car. With `round_trip` and one location it is a loop of about a ' +
    'wanted length that ends where it starts. A car, bus or truck begins and ends on the nearest road ' +
    'rather than on a field track, if the road is within 100 m plus three times the distance of the ' +
    'track; `snapped_distance_meters` of a waypoint says how far the road is. A location farther than 2,000 m from any usable road is ' +
    '`location_not_routable`. The straight line through all locations may be 5,000 km long for ' +
    '`auto`, `bus` and `truck`, 500 km for `bicycle` and 250 km for `pedestrian`.',
  price: microdollars(700),
  needs: ['engine', 'language'],
  input: RouteRequest,
  output: RouteResponse,
  geojson: RouteFeatureCollection,
  errors: ['location_not_routable', 'no_route', 'across_regions'],
  tooLarge: 'Raise elevation_interval, ask for fewer alternates, or route in parts.',
  // All examples use the demo region.
  examples: [
    {
      name: 'lakeside',
      summary: 'Along the lake by car: coordinates alone are enough',
      request: {
        locations: [
          { lat: 46.413945, lon: -28.435479 },
          { lat: 46.436097, lon: -28.418836 },
        ],
      },
    },
    {
      name: 'over_the_pass_on_foot',
      summary: 'A hike over the pass in German, hills welcome, with other ways to go',
      request: {
        locations: [
          { lat: 46.449386, lon: -28.410364 },
          { lat: 46.492369, lon: -28.410623 },
        ],
        travel: 'pedestrian',
        travel_options: { pedestrian: { use_hills: 1, max_hiking_difficulty: 3 } },
        alternates: 2,
        language: 'de',
      },
    },
    {
      name: 'round_trip_by_bicycle',
      summary: 'A loop of 15 km by bicycle, from the town back to it',
      request: {
        locations: [{ lat: 46.38566, lon: -28.446065 }],
        travel: 'bicycle',
        round_trip: { distance_meters: 15_000 },
      },
    },
    {
      name: 'around_a_closed_area',
      summary: 'By car around an area that is closed',
      request: {
        locations: [
          { lat: 46.38566, lon: -28.446065 },
          { lat: 46.420791, lon: -28.480591 },
        ],
        exclude_polygons: [
          {
            type: 'Polygon',
            coordinates: [
              [
                [-28.457, 46.406],
                [-28.449, 46.406],
                [-28.449, 46.414],
                [-28.457, 46.414],
                [-28.457, 46.406],
              ],
            ],
          },
        ],
      },
    },
    {
      name: 'truck_geojson',
      summary: 'A high truck through three towns, as GeoJSON',
      request: {
        locations: [
          { lat: 46.38566, lon: -28.446065 },
          { lat: 46.410804, lon: -28.442764 },
          { lat: 46.513845, lon: -28.400642 },
        ],
        travel: 'truck',
        travel_options: { truck: { height: 4, weight: 18 } },
        elevation_interval: 100,
        format: 'geojson',
      },
    },
  ],
})
