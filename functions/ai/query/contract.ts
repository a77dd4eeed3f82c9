import { AiQueryRequest, AiQueryResponse } from '#language/schemas'
import type { ErrorCode } from '#platform/errors'
import { computePrice, microdollars, operation } from '../../../lib/platform/api/operation.ts'
import { backendContracts } from './backend-contracts.ts'

/** Price of reading a query, in addition to the price of the operation that answers. */
export const basePrice = microdollars(3_000)

const backends = Object.values(backendContracts)
const backendErrors = new Set<ErrorCode>(backends.flatMap(({ errors }) => errors))

export const aiQuery = operation({
  id: 'ai/query',
  method: 'POST',
  path: '/v1/ai/query',
  summary: 'Question in words',
  description:
    'Answers a question in English, French, German, Spanish, Italian or Portuguese, of one sentence or some: ' +
    'finds its places, runs the operation that it asks for (`route`, `optimize`, `isochrone`, `elevation`, ' +
    '`matrix`, `geocode` is `GET /v1/geocoding/search`, `reverse_geocode` is `GET /v1/geocoding/reverse`), and ' +
    'says the answer in a sentence. `result` is the answer of that operation to `parameters`. The places of a ' +
    'query are settled together: of places with equal names those that lie closest together are meant, and ' +
    'nearest to `context.location`; a place found with a confidence under 0.8 is `geocode_failed`, whose ' +
    '`partial` says which. A kind of place beside a named one (`the nearest pharmacy to Museum Tschierv`) is ' +
    'the nearest to it; alone, as all that is said of the caller (`here`, `nearby`), it needs ' +
    '`context.location`. A tour without a stated end returns to its start, and a profile follows the straight ' +
    'line between its places: warnings say so. What no operation answers (opening hours, ratings, prices, ' +
    'timetables, forecasts, opinions, counts), what is incomplete and what is beyond the limits of the ' +
    'operation is `ambiguous_query`, with `suggestions` of what to ask.',
  price: {
    min: basePrice + Math.min(...backends.map((backend) => computePrice(backend))),
    of: (_, answer) =>
      answer
        ? basePrice + computePrice(backendContracts[answer.intent], answer.parameters)
        : basePrice + Math.min(...backends.map((backend) => computePrice(backend))),
    unit: 'call at least: 0.003 USD and the price of the operation that answers',
  },
  needs: ['engine', 'terrain', 'places', 'language'],
  input: AiQueryRequest,
  output: AiQueryResponse,
  errors: [
    'ambiguous_query',
    'geocode_failed',
    ...[...backendErrors].filter((code) => code !== 'geocode_failed'),
  ],
  tooLarge: 'Ask for fewer places, or call the operation itself with the parameters.',
  // All examples use the demo region.
  examples: [
    {
      name: 'walk_to_the_museum',
      summary: 'A walk between two places by name',
      request: { query: 'How long is the walk from Via Pegna 5, Pradetta to Museum Tschierv?' },
    },
    {
      name: 'within_reach',
      summary: 'What can be reached from where the caller is, in German',
      request: {
        query: 'Wie weit komme ich von hier in 20 Minuten mit dem Rad?',
        context: { location: { lat: 46.413945, lon: -28.435479 } },
      },
    },
    {
      name: 'nearest_pharmacy',
      summary: 'The nearest pharmacy to a named place: needs no location',
      request: { query: 'Which pharmacy is the nearest to Museum Tschierv?' },
    },
    {
      name: 'tour',
      summary: 'The best order of some visits, in French, in several sentences',
      request: {
        query:
          'Bonjour ! Je pars de Port Serrin et je dois passer à Lagrin, Pradetta et Rovens. ' +
          'Dans quel ordre ? Je termine à Nevrin.',
      },
    },
  ],
})
