import type { Operation } from '#platform/api'
import {
  type AnswerBody,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
  quoteText,
} from '#platform/mcp'
import { parse } from '../../geocoding/parse/contract.ts'
import { operations } from '../../operations.ts'
import { makeRegionArgument } from './fields.ts'

const formatParts = (components: Record<string, string>) =>
  Object.entries(components)
    .map(([part, value]) => `${part} ${quoteText(value)}`)
    .join(', ')

const quoteOrNothing = (text: string | null | undefined) => (text ? quoteText(text) : 'nothing')

function describeAddress({ index, input, corrected, confidence, corrections }: AnswerBody): string {
  if (confidence === 0) return `${index}: not an address: ${quoteText(input)}`
  const changes = corrections.map(
    ({ type, original, corrected }: AnswerBody) =>
      `${type}: ${quoteOrNothing(original)} to ${quoteOrNothing(corrected)}`,
  )
  return `${index}: ${quoteText(corrected)} (confidence ${confidence}${changes.length > 0 ? `; ${changes.join('; ')}` : ''})`
}

const words = { name: 'parse_address', title: 'Take addresses apart' }

/** Makes the tool that uses the operation that corrects addresses. */
export function makeCorrectingTool(operation: Operation): OperationTool {
  return {
    ...words,
    description:
      'Takes up to 100 addresses apart and corrects typos, abbreviations and missing parts against the map, with every change listed and a confidence; under 0.7 let a person look. Gives no positions: for these use search_places or batch_geocode.',
    operations: [operation],
    details: ['compact', 'full'],
    input: () =>
      makeArgumentsSchema(
        operation,
        {
          addresses: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: {
              type: 'object',
              properties: {
                text: { type: 'string' },
                country: { type: 'string', description: 'ISO 3166-1 alpha-3.' },
              },
              required: ['text'],
            },
          },
        },
        makeRegionArgument(),
      ),
    output: () => makeAnswerSchema(operation),
    call: (fields) => ({ operation, fields }),
    shorten: (answer) => answer,
    describe: ({ results }) => results.map(describeAddress).join('\n'),
  }
}

/** The tool without that operation: parses one address as written. */
const parsingTool: OperationTool = {
  ...words,
  title: 'Take an address apart',
  description:
    'Takes one address apart into house number, road, city, postcode and so on, as written: nothing is corrected or looked up. For its position use search_places.',
  operations: [parse],
  details: ['compact', 'full'],
  input: () => makeArgumentsSchema(parse, { text: 'The address.' }),
  output: () => makeAnswerSchema(parse),
  call: (fields) => ({ operation: parse, fields }),
  shorten: (answer) => answer,
  describe: ({ components }) => formatParts(components),
}

const correcting = operations.find(({ id }) => id === 'ai/parse-address')

export const parseAddressTool = correcting ? makeCorrectingTool(correcting) : parsingTool
