import type * as z from 'zod'
import { microdollars, operation } from '../../../lib/api/operation.ts'
import {
  excludesAreas,
  MatrixFeatureCollection,
  MatrixRequest,
  MatrixResponse,
} from '../../../lib/routing/schemas/index.ts'

const perPair = microdollars(20)

/** So many pairs cost about what a route does. */
const fewPairs = 100

function hasManyPairs(body: unknown): boolean {
  const { sources, targets } = body as z.input<typeof MatrixRequest>
  return sources.length * targets.length > fewPairs
}

export const matrix = operation({
  id: 'routing/matrix',
  method: 'POST',
  path: '/v1/routing/matrix',
  summary: 'Time and distance matrix',
  description:
    'Distance and time of the best way from each of 1 to 50 sources to each of 1 to 50 targets. A ' +
    'cell is `null` where there is no way; a point without a road within 2,000 m gives a row or ' +
    'column of `null` and a warning, and never fails the others. Cells are those of `route`, within ' +
    '1 m and 1 s, but for a few in a hundred where two ways are nearly as good. A pair with roads ' +
    'may be 1,000 km apart in a straight line for `auto`, `bus` and `truck`, 500 km for `bicycle` ' +
    'and 250 km for `pedestrian`; one that is farther apart is refused.',
  price: {
    min: microdollars(500),
    of: ({ sources, targets }) => perPair * sources.length * targets.length,
    unit: 'call with up to 25 pairs of source and target, 0.00002 USD a pair with more',
  },
  needs: ['engine'],
  heavy: (body) => hasManyPairs(body) || excludesAreas(body),
  input: MatrixRequest,
  output: MatrixResponse,
  geojson: MatrixFeatureCollection,
  // Of a part of the region whose locations the engine refuses for a reason that no single one has.
  errors: ['location_not_routable', 'no_route'],
  tooLarge: 'Send fewer sources or targets at once.',
  // All on the demo region.
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
