import {
  type AnswerBody,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
  quoteText,
} from '#platform/mcp'
import { predict } from '../../predict/contract.ts'
import { withLongitude } from './fields.ts'

const formatPercent = (share: number) => `${Number((100 * share).toPrecision(2))} %`

/** Maximum hexagons in a short answer. */
const maxHexagons = 10

export const predictMissingPersonTool: OperationTool = {
  name: 'predict_missing_person',
  title: 'Where a missing person may be',
  description:
    'Research preview, granted on request. Ranks the ground around where a despondent person or one with dementia was last seen, for planning a search together with those who lead it. Never a reason not to search a place. Say confidence and notes with every figure.',
  openWorld: true,
  operations: [predict],
  details: ['compact', 'full'],
  input: () =>
    makeArgumentsSchema(predict, {
      profile: '',
      area: {
        type: 'object',
        properties: {
          type: { enum: ['circle', 'polygon', 'path'] },
          center: {
            type: 'object',
            properties: { lat: { type: 'number' }, lng: { type: 'number' } },
            description: 'Of a circle: where last seen.',
          },
          radius_m: { type: 'number', maximum: 5000 },
          geometry: { type: 'object', description: 'GeoJSON Polygon, or LineString of a path.' },
          buffer_m: { type: 'number', description: 'Of a path.', maximum: 500 },
        },
        required: ['type'],
      },
      params: {
        type: 'object',
        properties: {
          datetime: {
            type: 'string',
            description: 'When, with its offset: 2026-03-14T16:30:00+01:00.',
          },
          age_years: { type: 'number' },
          initial_bearing_deg: { type: 'number' },
          elapsed_minutes: { type: 'number' },
          transport: { enum: ['foot', 'vehicle', 'unknown'] },
          disableWeather: { type: 'boolean' },
        },
        required: ['datetime'],
      },
    }),
  output: () => makeAnswerSchema(predict, {}, ['results']),
  call: (args) => ({ operation: predict, fields: withLongitude(args, 'lng') }),
  shorten: ({ results: _, top_results, ...rest }) => ({
    ...rest,
    top_results: top_results.slice(0, maxHexagons),
  }),
  describe: ({ top_results, summary, confidence }) =>
    [
      `Confidence ${confidence}; ${summary.hex_count} hexagons over ${summary.area_km2} km2` +
        `${summary.outside_mass === null ? '' : `; ${Math.round(summary.outside_mass * 100)} % of such people are found outside`}.`,
      ...summary.regions.map(
        ({ percent, hexes, area_km2 }: AnswerBody) =>
          `${percent} % of what lies inside: ${hexes} hexagons, ${area_km2} km2`,
      ),
      ...(summary.segments ?? []).map(
        ({ name, probability }: AnswerBody) => `${quoteText(name)}: ${formatPercent(probability)}`,
      ),
      'Most likely hexagons, with the share of such people in each:',
      ...top_results
        .slice(0, maxHexagons)
        .map(
          ({ score, probability, lat, lng }: AnswerBody) =>
            `${formatPercent(probability)}, score ${score} of 30, at ${lat}, ${lng}`,
        ),
      ...summary.notes,
    ].join('\n'),
}
