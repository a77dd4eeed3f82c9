import { AutocompleteRequest, SearchResponse } from '#places/search/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const autocomplete = operation({
  id: 'geocoding/autocomplete',
  method: 'GET',
  path: '/v1/geocoding/autocomplete',
  summary: 'Typeahead',
  description:
    'As search, for a text that is still being typed: the last word may be unfinished. Made for a ' +
    'call at every keystroke. Send `focus.point` with what the user looks at.',
  price: microdollars(100),
  needs: ['places'],
  input: AutocompleteRequest,
  output: SearchResponse,
  errors: [],
  // All examples use the demo region.
  examples: [
    {
      name: 'three_letters',
      summary: 'The first letters of a town',
      request: { text: 'Lag' },
    },
    {
      name: 'street_near_me',
      summary: 'A street being typed, the nearer first',
      request: { text: 'via prin', 'focus.point.lat': '46.351', 'focus.point.lon': '-28.374' },
    },
  ],
})
