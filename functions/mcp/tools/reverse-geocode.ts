import { makeAnswerSchema, makeArgumentsSchema, type OperationTool } from '#platform/mcp'
import { reverse } from '../../geocoding/reverse/contract.ts'
import { withLongitude } from './fields.ts'
import { listPlaces, shortenPlace } from './place-answers.ts'

export const reverseGeocodeTool: OperationTool = {
  name: 'reverse_geocode',
  title: 'What is at a position',
  description:
    'The address, street, venue or area at a position, nearest first. For the nearest road to drive on use locate.',
  operations: [reverse],
  details: ['compact', 'full'],
  input: () =>
    makeArgumentsSchema(reverse, {
      lat: '',
      lon: '',
      size: '',
      radius: 'Kilometres.',
      place_types: '',
      lang: 'Of names, such as fr.',
    }),
  output: () => makeAnswerSchema(reverse),
  call: (args) => ({ operation: reverse, fields: withLongitude(args, 'lon') }),
  shorten: ({ results }) => ({ results: results.map(shortenPlace) }),
  describe: ({ results }) => listPlaces(results),
}
