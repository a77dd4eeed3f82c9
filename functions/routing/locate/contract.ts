import { LocateFeatureCollection, LocateRequest, LocateResponse } from '#routing/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const locate = operation({
  id: 'routing/locate',
  method: 'POST',
  path: '/v1/routing/locate',
  summary: 'Snap points to roads',
  description:
    'The nearest road open to the travel type for each of 1 to 100 points, by itself: the snapped ' +
    'point, how far it is, whether that is on the road (within 10 m) and, with `verbose`, name, ' +
    'class, surface, speed and height of the road, or of all roads of a crossing. A point without ' +
    'a road within 2,000 m is answered with `snapped: null` and never fails the others. It is the ' +
    'nearest road, even one that leads nowhere; ferries do not count. Where that road is excluded, the ' +
    'nearest one within 600 m that is not. Of `travel_options`, those ' +
    'count that say what can be walked or ridden at all, such as `max_hiking_difficulty` and ' +
    '`bicycle_type`; limits of height, width and weight do not.',
  price: microdollars(300),
  needs: ['engine'],
  input: LocateRequest,
  output: LocateResponse,
  geojson: LocateFeatureCollection,
  errors: ['across_regions'],
  tooLarge: 'Send fewer locations at once.',
  // All examples use the demo region.
  examples: [
    {
      name: 'beside_the_lake',
      summary: 'Two points for a car: one on the lake-side road, one out on the sea',
      request: {
        locations: [
          { lat: 46.413945, lon: -28.435479 },
          { lat: 46.2, lon: -28.9 },
        ],
      },
    },
    {
      name: 'what_road_is_this',
      summary: 'Name, class, surface, speed and height of the roads at three points',
      request: {
        locations: [
          { lat: 46.4206, lon: -28.4301 },
          { lat: 46.38566, lon: -28.446065 },
          { lat: 46.449386, lon: -28.410364 },
        ],
        travel: 'pedestrian',
        verbose: true,
      },
    },
    {
      name: 'hiker_geojson',
      summary: 'The nearest trail up to T4 and road of two points, as GeoJSON',
      request: {
        locations: [
          { lat: 46.449386, lon: -28.410364 },
          { lat: 46.4621, lon: -28.4203 },
        ],
        travel: 'pedestrian',
        travel_options: { pedestrian: { max_hiking_difficulty: 4 } },
        verbose: true,
        format: 'geojson',
      },
    },
  ],
})
