import { PredictFeatureCollection, PredictRequest, PredictResponse } from '#prediction/schemas'
import { microdollars, operation } from '../../lib/platform/api/operation.ts'

const lakeVillage = {
  profile: 'dementia_alzheimers',
  area: { type: 'circle', center: { lat: 46.413945, lng: -28.435479 }, radius_m: 2000 },
  params: { datetime: '2026-03-14T16:30:00+01:00', age_years: 78, disableWeather: true },
}
const makeSegment = (name: string, west: number, south: number, east: number, north: number) => ({
  name,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
})
const village = makeSegment('Village', -28.449, 46.406, -28.434, 46.417)
const segments = [
  village,
  makeSegment('East shore', -28.434, 46.406, -28.42, 46.417),
  makeSegment('North', -28.449, 46.417, -28.42, 46.428),
]

export const predict = operation({
  id: 'predict',
  method: 'POST',
  path: '/v1/predict',
  summary: 'Where a missing person is likely to be',
  description:
    'Research preview. How likely a missing person of one of two profiles is to be in each hexagon of an ' +
    'area, from published figures of where such people were found and from the ground of the region: ' +
    'land cover, paths, water, buildings, slopes and barriers. `score` ranks hexagons for planning a ' +
    'search; `probability` is the share of all such people who are in a hexagon, and `outside_mass` how likely ' +
    'the person is not in the area at all. What was assumed or missing stands in `notes`. Nobody has tested it on enough real cases: it ' +
    'must never be the reason not to search a place, and never the only reason to search one. ' +
    'An area without any data of the region is `area_outside_data`. A field that is not known, at any level, is ' +
    'refused: ground that was searched must not be lost by a mistyped name.',
  price: microdollars(20_000),
  needs: ['terrain', 'features', 'weather'],
  grant: 'predict',
  unknownFields: 'refused',
  input: PredictRequest,
  output: PredictResponse,
  geojson: PredictFeatureCollection,
  errors: ['area_outside_data', 'across_regions'],
  tooLarge: 'Ask for a smaller area or, in place of geojson, for format footstep.',
  // All examples use the demo region.
  examples: [
    {
      name: 'lake_village',
      summary: 'A person with dementia, last seen by the lake, within 2 km',
      request: {
        profile: 'dementia_alzheimers',
        area: { type: 'circle', center: { lat: 46.413945, lng: -28.435479 }, radius_m: 2000 },
        params: {
          datetime: '2026-03-14T16:30:00+01:00',
          age_years: 78,
          weather: {
            temperature_c: 6,
            precipitation_mmh: 0.4,
            wind_speed_mps: 3,
            wind_direction_deg: 250,
          },
        },
      },
    },
    {
      name: 'lake_segments',
      summary: 'The same with three segments: where to send teams first',
      request: { ...lakeVillage, segments },
    },
    {
      name: 'lake_after_search',
      summary: 'After a team has searched the village with a probability of detection of 0.7',
      request: {
        ...lakeVillage,
        segments,
        searched: [{ geometry: village.geometry, probability_of_detection: 0.7 }],
      },
    },
    {
      name: 'woods_above_town',
      summary: 'A despondent person in an area between two roads, without weather',
      request: {
        profile: 'despondent',
        area: {
          type: 'polygon',
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [-28.43, 46.44],
                [-28.4, 46.44],
                [-28.4, 46.46],
                [-28.43, 46.46],
                [-28.43, 46.44],
              ],
            ],
          },
        },
        params: { datetime: '2026-06-02T21:00:00Z', disableWeather: true },
      },
    },
    {
      name: 'walk_geojson',
      summary: 'Along a walk that was planned, as GeoJSON',
      request: {
        profile: 'dementia_alzheimers',
        area: {
          type: 'path',
          geometry: {
            type: 'LineString',
            coordinates: [
              [-28.410364, 46.449386],
              [-28.40841, 46.47102],
              [-28.410623, 46.492369],
            ],
          },
          buffer_m: 100,
        },
        params: { datetime: '2026-03-14T16:30:00+01:00', disableWeather: true },
        format: 'geojson',
      },
    },
  ],
})
