import { ReverseRequest, ReverseResponse } from '#places/search/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const reverse = operation({
  id: 'geocoding/reverse',
  method: 'GET',
  path: '/v1/geocoding/reverse',
  summary: 'Reverse geocode',
  description:
    'What is at a point: addresses, streets and venues within the radius, the nearest first. Only the ' +
    'address of the point may come before a nearer street: a house within 10 m, or the nearest house of ' +
    'the nearest street within 50 m. Where nothing is within the radius, the areas ' +
    'that contain the point, the narrowest first; outside the region nothing, with a warning. With `place_types` exactly those types: areas by ' +
    'what contains the point, or, where that is not known, by the nearest centre within the radius. ' +
    'Confidence goes by distance: 1 within 1 m, 0.9 within 10 m, 0.8 within 100 m, 0.7 within 250 m, ' +
    '0.6 within 1 km, then 0.5; never over that of the result before. An area asked for that contains the point has 1.',
  price: microdollars(300),
  needs: ['places'],
  input: ReverseRequest,
  output: ReverseResponse,
  errors: [],
  // All examples use the demo region.
  examples: [
    {
      name: 'house',
      summary: 'The house at a point',
      request: { lat: '46.446855', lon: '-28.408717' },
    },
    {
      name: 'areas',
      summary: 'The town and the region a point lies in, in English',
      request: {
        lat: '46.446855',
        lon: '-28.408717',
        place_types: 'locality,region,country',
        size: '3',
        lang: 'en',
      },
    },
  ],
})
