import {
  type AnswerBody,
  describePlace,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
} from '#platform/mcp'
import { batch } from '../../geocoding/batch/contract.ts'
import { makeRegionArgument } from './fields.ts'
import { shortenPlace } from './place-answers.ts'

/** Maximum items described in words. */
const maxLines = 100

function describeItem({ index, results, error }: AnswerBody): string {
  const [place] = results
  return `${index}: ${place ? describePlace(place) : (error ?? 'nothing found')}`
}

export const batchGeocodeTool: OperationTool = {
  name: 'batch_geocode',
  title: 'Find many addresses',
  description:
    'The best place for each of up to 1,000 texts, in one call, priced by item. For one text, or for choices, use search_places.',
  operations: [batch],
  details: ['compact', 'full'],
  input: () =>
    makeArgumentsSchema(
      batch,
      {
        items: {
          type: 'array',
          minItems: 1,
          maxItems: 1000,
          items: {
            type: 'object',
            properties: {
              text: { type: 'string' },
              country: { type: 'string', description: 'ISO 3166-1 alpha-3.' },
            },
            description: 'Text, or parts: house_number, street, locality, postalcode.',
          },
        },
        lang: 'Of names, such as fr.',
      },
      makeRegionArgument(),
    ),
  output: () => makeAnswerSchema(batch),
  call: (fields) => ({ operation: batch, fields }),
  shorten: ({ results, summary }) => ({
    summary,
    results: results.map(({ index, results: [place], error }: AnswerBody) => ({
      index,
      ...(place && { place: shortenPlace(place) }),
      ...(error && { error }),
    })),
  }),
  describe: ({ results, summary }) =>
    [
      `${summary.matched} of ${summary.total} found.`,
      ...results.slice(0, maxLines).map(describeItem),
      ...(results.length > maxLines ? [`and ${results.length - maxLines} more`] : []),
    ].join('\n'),
}
