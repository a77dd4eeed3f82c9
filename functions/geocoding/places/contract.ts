import { PlacesRequest, PlacesResponse } from '#places/search/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const places = operation({
  id: 'geocoding/places',
  method: 'GET',
  path: '/v1/geocoding/places',
  summary: 'Points of interest near a location',
  description:
    'Venues of a category, or with a word in their name, around a point or a place given by name, the ' +
    'nearest first. About 150 categories are known in Catalan, Dutch, English, French, German, ' +
    'Italian, Portuguese and Spanish. What has no name is found too and carries that of its category. ' +
    'A `near` that names no place, or only one with a confidence under 0.2, is `geocode_failed`.',
  price: microdollars(300),
  needs: ['places'],
  input: PlacesRequest,
  output: PlacesResponse,
  errors: ['geocode_failed', 'across_regions'],
  // All examples use the demo region.
  examples: [
    {
      name: 'near_a_town',
      summary: 'Restaurants within 2 km of a town',
      request: { query: 'restaurant', near: 'Port Serrin', radius: '2', size: '5' },
    },
    {
      name: 'near_a_point',
      summary: 'Viewpoints around a point, asked for in German',
      request: {
        query: 'Aussichtspunkt',
        'near.lat': '46.4108',
        'near.lon': '-28.4428',
        radius: '10',
        lang: 'de',
      },
    },
  ],
})
