import { MatrixFeatureCollection, MatrixRequest, MatrixResponse } from '#routing/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

const perPair = microdollars(20)
const minPrice = microdollars(500)

export const matrix = operation({
  id: 'routing/matrix',
  method: 'POST',
  path: '/v1/routing/matrix',
  summary: 'Time and distance matrix',
  description:
    'Distance and time of the best way from each of 1 to 50 sources to each of 1 to 50 targets. A ' +
    'cell is `null` only where `route` has no route; a point that no way leads to, or without a road ' +
    'within 2,000 m, gives a row or column of `null` (the latter with a warning) and never fails the ' +
    'others. Where all sources or all targets lie outside the data it is `location_not_routable`, with ' +
    '`location_index` counted through the sources and then the targets. Cells are those of `route`: of 1,700 random pairs in each of five regions, the time ' +
    'differs by over 2 % for at most 0.2 % of the cells on foot, 0.6 % by `bicycle`, 2.5 % by `auto` ' +
    'and `bus`, 3 % by `truck`. About half of these are slower than the route: by up to 7 % by car, by ' +
    'truck at times several times. The others are ways that the search of a route misses, or nearly as ' +
    'good ones. A pair with roads may be 1,000 km apart in a straight line for `auto`, `bus` and ' +
    '`truck`, 500 km for `bicycle` and 250 km for `pedestrian`; one that is farther apart is refused.',
  price: {
    min: minPrice,
    of: ({ sources, targets }) => Math.max(minPrice, perPair * sources.length * targets.length),
    unit: 'call with up to 25 pairs of source and target, 0.00002 USD a pair with more',
  },
  needs: ['engine'],
  input: MatrixRequest,
  output: MatrixResponse,
  geojson: MatrixFeatureCollection,
  // The engine may also refuse the locations of one connected area together, for a reason that no single location
  // has.
  errors: ['location_not_routable', 'no_route', 'across_regions'],
  tooLarge: 'Send fewer sources or targets at once.',
  // All examples use the demo region.
  examples: [
    {
      name: 'from_two_depots',
      summary: 'From two towns to three, by car',
      request: {
        sources: [
          { lat: 46.38566, lon: -28.446065 },
          { lat: 46.513845, lon: -28.400642 },
        ],
        targets: [
          { lat: 46.410804, lon: -28.442764 },
          { lat: 46.449386, lon: -28.410364 },
          { lat: 46.436097, lon: -28.418836 },
        ],
      },
    },
    {
      name: 'walkers_geojson',
      summary: 'How far three places are from each other on foot, steep ways avoided, as GeoJSON',
      request: {
        sources: [
          { lat: 46.410804, lon: -28.442764 },
          { lat: 46.413945, lon: -28.435479 },
          { lat: 46.436097, lon: -28.418836 },
        ],
        targets: [
          { lat: 46.410804, lon: -28.442764 },
          { lat: 46.413945, lon: -28.435479 },
          { lat: 46.436097, lon: -28.418836 },
        ],
        travel: 'pedestrian',
        travel_options: { pedestrian: { use_hills: 0.1 } },
        format: 'geojson',
      },
    },
  ],
})
