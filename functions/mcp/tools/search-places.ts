import type { Operation } from '#platform/api'
import {
  answerOf,
  argumentsOf,
  type OperationCall,
  type OperationTool,
  parameterText,
} from '#platform/mcp'
import { places } from '../../geocoding/places/contract.ts'
import { search } from '../../geocoding/search/contract.ts'
import { regionArgument } from './fields.ts'
import { placeLines, shortPlace } from './place-answers.ts'

/** The fields of both operations, under names without dots, which some assistants do not take. */
const input = () =>
  argumentsOf(
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
      ...argumentsOf(search, { place_types: '' }).properties,
      ...regionArgument(),
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
  input,
  output: () => answerOf(search),
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
        : `${parameterText('query', query)}, ${parameterText('near', near)}`
    return call(search, { ...focus, ...within, text })
  },
  shorten: ({ results }) => ({ results: results.map(shortPlace) }),
  describe: ({ results }) => placeLines(results),
}
