import { SearchRequest, SearchResponse } from '#places/search/schemas'
import { microdollars, operation } from '../../../lib/platform/api/operation.ts'

export const search = operation({
  id: 'geocoding/search',
  method: 'GET',
  path: '/v1/geocoding/search',
  summary: 'Forward geocode',
  description:
    'Places that a text means, best first: names in any language they are known in, addresses, ' +
    'postcodes, crossings of two streets, categories, a category in or near a place, coordinates in ' +
    'any usual notation (decimals, minutes, seconds, UTM, MGRS, plus codes, WKT, links to maps), alone ' +
    'or with a category or a name, whose nearest places they then give. A category alone gives the places ' +
    'nearest to the focus, or the most important ones, before all that only has the word in its name. A place ' +
    'to be near is widened until something is found, up to 50 km. ' +
    'Typing errors are corrected and words left out only when nothing fits the text as it is; ' +
    '`confidence` and `match_type` say so. A house number that is not known gives its street with at most ' +
    '0.8, and a crossing (`Via Pegna & Via Runcalet`) of streets that do not meet one of the two with at most 0.3. ' +
    'What means nothing gives no results.',
  price: microdollars(300),
  needs: ['places'],
  input: SearchRequest,
  output: SearchResponse,
  errors: [],
  // All examples use the demo region.
  examples: [
    {
      name: 'address',
      summary: 'A house by its address',
      request: { text: 'Via Pegna 5, Pradetta' },
    },
    {
      name: 'with_errors',
      summary: 'A town with a letter missing, in French',
      request: { text: 'Port Serin', lang: 'fr', size: 1 },
    },
    {
      name: 'kind_of_place',
      summary: 'Bakeries in a town',
      request: { text: 'bakery in Lagrin', size: 3 },
    },
    {
      name: 'near_coordinates',
      summary: 'Bakeries nearest to a point',
      request: { text: 'bakery near 46.351, -28.374', size: 3 },
    },
  ],
})
