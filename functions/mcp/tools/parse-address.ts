import type { Operation } from '#platform/api'
import { type AnswerBody, answerOf, argumentsOf, type OperationTool, quoted } from '#platform/mcp'
import { parse } from '../../geocoding/parse/contract.ts'
import { operations } from '../../operations.ts'
import { regionArgument } from './fields.ts'

const partsText = (components: Record<string, string>) =>
  Object.entries(components)
    .map(([part, value]) => `${part} ${quoted(value)}`)
    .join(', ')

const quotedOrNothing = (text: string | null | undefined) => (text ? quoted(text) : 'nothing')

function lineOf({ index, input, corrected, confidence, corrections }: AnswerBody): string {
  if (confidence === 0) return `${index}: not an address: ${quoted(input)}`
  const changes = corrections.map(
    ({ type, original, corrected }: AnswerBody) =>
      `${type}: ${quotedOrNothing(original)} to ${quotedOrNothing(corrected)}`,
  )
  return `${index}: ${quoted(corrected)} (confidence ${confidence}${changes.length > 0 ? `; ${changes.join('; ')}` : ''})`
}

const words = { name: 'parse_address', title: 'Take addresses apart' }

/** With the operation that corrects addresses. */
export function correctingTool(operation: Operation): OperationTool {
  return {
    ...words,
    description:
      'Takes up to 100 addresses apart and corrects typos, abbreviations and missing parts against the map, with every change listed and a confidence; under 0.7 let a person look. Gives no positions: for these use search_places or batch_geocode.',
    operations: [operation],
    details: ['compact', 'full'],
    input: () =>
      argumentsOf(
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
        regionArgument(),
      ),
    output: () => answerOf(operation),
    call: (fields) => ({ operation, fields }),
    shorten: (answer) => answer,
    describe: ({ results }) => results.map(lineOf).join('\n'),
  }
}

/** Without it: one address, as it stands. */
const parsingTool: OperationTool = {
  ...words,
  title: 'Take an address apart',
  description:
    'Takes one address apart into house number, road, city, postcode and so on, as written: nothing is corrected or looked up. For its position use search_places.',
  operations: [parse],
  details: ['compact', 'full'],
  input: () => argumentsOf(parse, { text: 'The address.' }),
  output: () => answerOf(parse),
  call: (fields) => ({ operation: parse, fields }),
  shorten: (answer) => answer,
  describe: ({ components }) => partsText(components),
}

const correcting = operations.find(({ id }) => id === 'ai/parse-address')

export const parseAddressTool = correcting ? correctingTool(correcting) : parsingTool
