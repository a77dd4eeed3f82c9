import { SearchResponse, StructuredSearchRequest } from '#places/search/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const structuredSearch = operation({
  id: 'geocoding/structured-search',
  method: 'GET',
  path: '/v1/geocoding/structured-search',
  summary: 'Forward geocode by address fields',
  description:
    'As search, for an address that is known by its parts: nothing has to be guessed about which word ' +
    'is a street and which a town. The more parts, the better. `query.text` is the line they make. ' +
    'Without the street, or without the place that `address` names, the result is the narrowest area that is ' +
    'found, as `fallback` with the confidence of its type. A house number alone finds nothing.',
  price: microdollars(300),
  needs: ['places'],
  input: StructuredSearchRequest,
  output: SearchResponse,
  errors: [],
  // All examples use the demo region.
  examples: [
    {
      name: 'house',
      summary: 'A house by street, postal code and town',
      request: { address: 'Via Pegna 5', postalcode: '1130', locality: 'Pradetta', size: 1 },
    },
    {
      name: 'town',
      summary: 'A town of a country, by the name of the town in English',
      request: { locality: 'Lakeside', country: 'XCA', lang: 'en', size: 1 },
    },
  ],
})
