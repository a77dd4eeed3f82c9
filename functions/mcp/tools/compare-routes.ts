import {
  type AnswerBody,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
} from '#platform/mcp'
import { compare } from '../../routing/compare/contract.ts'
import { travelOptions, withLongitude } from './fields.ts'
import { describeRoute, shortenRoute } from './route-answers.ts'

export const compareRoutesTool: OperationTool = {
  name: 'compare_routes',
  title: 'Compare ways to travel',
  description:
    'The same way by 2 to 4 travel types: which is fastest, shortest and easiest. For "should I drive, cycle or walk".',
  operations: [compare],
  details: ['compact', 'full'],
  input: () =>
    makeArgumentsSchema(compare, {
      locations: 'Start, stops, destination.',
      travel_modes: '',
      travel_options: travelOptions,
    }),
  output: () => makeAnswerSchema(compare),
  call: (args) => ({ operation: compare, fields: withLongitude(args, 'lon') }),
  shorten: ({ routes, ...rest }) => ({
    ...rest,
    routes: Object.fromEntries(
      Object.entries(routes).map(([travel, route]) => [travel, shortenRoute(route, 'compact')]),
    ),
  }),
  describe: ({ routes, comparison }, { units }) =>
    [
      ...Object.entries(routes).map(
        ([travel, route]) => `${travel}: ${describeRoute(route, units)}`,
      ),
      ...(comparison.unavailable ?? []).map(
        ({ travel, error, message }: AnswerBody) => `${travel}: ${error}: ${message}`,
      ),
      `Fastest ${comparison.fastest}, shortest ${comparison.shortest}, easiest ${comparison.easiest ?? 'not known without terrain'}.`,
    ].join('\n'),
}
