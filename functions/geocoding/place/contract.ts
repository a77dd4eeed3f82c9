import { PlaceByIdRequest, PlaceByIdResponse } from '#places/search/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const place = operation({
  id: 'geocoding/place',
  method: 'GET',
  path: '/v1/geocoding/place',
  summary: 'Place by id',
  description:
    'The place with the `id` of an earlier result, as it is in the data now: with the same name and label, ' +
    'and the same position, but for a street or another line that was found near a point, whose position ' +
    'there is its nearest point. An object that is both a venue and a house gives both, the venue first. ' +
    'A house whose position is computed from its neighbours has its number in its id ' +
    '(`house:12:osm:way/9`). An unknown id gives no results. `confidence` is 1.',
  price: microdollars(300),
  needs: ['places'],
  input: PlaceByIdRequest,
  output: PlaceByIdResponse,
  errors: [],
  // All examples use the demo region.
  examples: [
    {
      name: 'venue',
      summary: 'A museum, by the id that a search gave',
      request: { id: 'osm:node/44560', lang: 'en' },
    },
    {
      name: 'unknown',
      summary: 'An id that the region does not have',
      request: { id: 'osm:node/1' },
    },
  ],
})
