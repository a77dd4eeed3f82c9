import type { Operation } from '#platform/api'
import {
  formatParameter,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationCall,
  type OperationTool,
} from '#platform/mcp'
import { places } from '../../geocoding/places/contract.ts'
import { search } from '../../geocoding/search/contract.ts'
import { makeRegionArgument } from './fields.ts'
import { listPlaces, shortenPlace } from './place-answers.ts'

/**
 * Makes the arguments from the fields of both operations. Names contain no dots, which some assistants do not accept.
 */
const makeInput = () =>
  makeArgumentsSchema(
    places,
    {
      query: 'A name, an address or a category.',
      near: 'Around this named place.',
      radius: 'Kilometres around.',
      size: '',
      lang: 'Of names, such as fr.',
    },
    {
      lat: { type: 'number' },
      lon: { type: 'number' },
      country: { type: 'string', description: 'ISO 3166-1 alpha-3.' },
      ...makeArgumentsSchema(search, { place_types: '' }).properties,
      ...makeRegionArgument(),
    },
  )

type Fields = Record<string, unknown>

export const searchPlacesTool: OperationTool = {
  name: 'search_places',
  title: 'Find places and addresses',
  description:
    'Turns names, addresses and categories into positions. With near, or lat and lon: venues of a category or name around there, nearest first ("pharmacies near the station"). Otherwise, and with place_types: towns, streets, addresses and venues that query means, with a confidence; lat and lon then prefer the nearer. For many addresses at once use batch_geocode.',
  operations: [search, places],
  details: ['compact', 'full'],
  input: makeInput,
  output: () => makeAnswerSchema(search),
  call: ({ query, near, lat, lon, lng, country, ...rest }) => {
    const longitude = lon ?? lng
    const call = (operation: Operation, own: Fields, unused: string[] = []): OperationCall => {
      const given = Object.entries(own).filter(([, value]) => value !== undefined)
      const renamed = given.flatMap(([name]) => (Object.hasOwn(rest, name) ? [name] : []))
      if (lon !== undefined && lng !== undefined) renamed.push('lng')
      return {
        operation,
        fields: { ...rest, ...Object.fromEntries(given) },
        unused: [...renamed, ...unused].map(
          (name) => `ignored field "${name}": another field says it`,
        ),
      }
    }
    const within = { 'boundary.country': country }
    const isAround = rest.place_types === undefined && (near !== undefined || lat !== undefined)
    if (isAround) {
      if (near === undefined)
        return call(places, { 'near.lat': lat, 'near.lon': longitude, ...within, query })
      const unused = Object.entries({ lat, lon: longitude }).filter(
        ([, value]) => value !== undefined,
      )
      return call(
        places,
        { near, ...within, query },
        unused.map(([name]) => name),
      )
    }
    const focus = { 'focus.point.lat': lat, 'focus.point.lon': longitude }
    const text =
      near === undefined
        ? query
        : `${formatParameter('query', query)}, ${formatParameter('near', near)}`
    return call(search, { ...focus, ...within, text })
  },
  shorten: ({ results }) => ({ results: results.map(shortenPlace) }),
  describe: ({ results }) => listPlaces(results),
}
