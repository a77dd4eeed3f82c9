import {
  describePlace,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
} from '#platform/mcp'
import { findAndRoute } from '../../routing/find-and-route/contract.ts'
import { makeRegionArgument, travelOptions, withLongitude } from './fields.ts'
import { shortenPlace } from './place-answers.ts'
import { describeInLines, shortenRoute } from './route-answers.ts'

export const findAndRouteTool: OperationTool = {
  name: 'find_and_route',
  title: 'Route to a place by name',
  description:
    'Finds a destination by name, address or category and routes to it, from a position or another name: the first choice for "how do I get to X". Says which place was meant and which others may be. For positions alone use route.',
  operations: [findAndRoute],
  details: ['compact', 'steps', 'full'],
  input: () =>
    makeArgumentsSchema(
      findAndRoute,
      {
        origin: 'A position, or a name or address.',
        destination: 'A name, an address or a category.',
        country: 'Of the destination, ISO 3166-1 alpha-3.',
        travel: '',
        travel_options: travelOptions,
        language: { type: 'string', description: 'Of the instructions, such as de.' },
        units: 'Of the text.',
      },
      makeRegionArgument(),
    ),
  output: () => makeAnswerSchema(findAndRoute),
  call: (args) => ({ operation: findAndRoute, fields: withLongitude(args, 'lon') }),
  shorten: ({ route, destination, alternatives, ...rest }, detail) => ({
    ...rest,
    destination: shortenPlace(destination),
    ...(alternatives && { alternatives: alternatives.map(shortenPlace) }),
    route: shortenRoute(route, detail),
  }),
  describe: ({ origin, destination, alternatives = [], route }, { units }, detail) =>
    [
      `To ${describePlace(destination)}${origin.label ? ` from ${describePlace(origin)}` : ''}:`,
      ...describeInLines(route, units, detail),
      ...(alternatives.length > 0
        ? [`May also mean: ${alternatives.map(describePlace).join('; ')}`]
        : []),
    ].join('\n'),
}
