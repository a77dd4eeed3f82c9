import {
  ElevationFeatureCollection,
  ElevationRequest,
  ElevationResponse,
} from '#ground/elevation/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const elevation = operation({
  id: 'routing/elevation',
  method: 'POST',
  path: '/v1/routing/elevation',
  summary: 'Elevation queries',
  description:
    'Heights at up to 2,000 positions or along an encoded polyline, with their maximum, minimum and ' +
    'mean; with `range` also the distance along the line to each of them, ascent and descent. Heights ' +
    'are those of the ground (or, by the data set, of what stands on it) at the very position, ' +
    'bilinear between the samples of the data set and not smoothed: a bridge or a tunnel is not known ' +
    'here, so take the `terrain` of a route for roads. Where there is no elevation data a height is ' +
    '`null`, and a warning says so. With `resample_distance` heights are at even distances along the ' +
    'line; up to 20,000 of them, and a line that would give more is refused with the smallest ' +
    'distance that does not.',
  price: microdollars(300),
  needs: ['terrain'],
  input: ElevationRequest,
  output: ElevationResponse,
  geojson: ElevationFeatureCollection,
  errors: ['across_regions'],
  tooLarge: 'Raise resample_distance.',
  // All examples use the demo region.
  examples: [
    {
      name: 'three_places',
      summary: 'Heights of three places',
      request: {
        shape: [
          { lat: 46.413945, lon: -28.435479 },
          { lat: 46.449386, lon: -28.410364 },
          { lat: 46.492369, lon: -28.410623 },
        ],
      },
    },
    {
      name: 'over_the_pass',
      summary: 'A profile every 50 m with ascent and descent, heights to the decimetre',
      request: {
        shape: [
          { lat: 46.449386, lon: -28.410364 },
          { lat: 46.47102, lon: -28.40841 },
          { lat: 46.492369, lon: -28.410623 },
        ],
        range: true,
        resample_distance: 50,
        height_precision: 1,
      },
    },
    {
      name: 'polyline_geojson',
      summary: 'An encoded polyline, as a GeoJSON line with heights',
      request: {
        encoded_polyline: 'qf{owAl`qfu@ukT}iPyzTgdN',
        resample_distance: 100,
        format: 'geojson',
      },
    },
  ],
})
