import { answerOf, argumentsOf, type OperationTool, placeText } from '#platform/mcp'
import { findAndRoute } from '../../routing/find-and-route/contract.ts'
import { regionArgument, travelOptions, withLongitude } from './fields.ts'
import { shortPlace } from './place-answers.ts'
import { routeLines, shortRoute } from './route-answers.ts'

export const findAndRouteTool: OperationTool = {
  name: 'find_and_route',
  title: 'Route to a place by name',
  description:
    'Finds a destination by name, address or category and routes to it, from a position or another name: the first choice for "how do I get to X". Says which place was meant and which others may be. For positions alone use route.',
  operations: [findAndRoute],
  details: ['compact', 'steps', 'full'],
  input: () =>
    argumentsOf(
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
      regionArgument(),
    ),
  output: () => answerOf(findAndRoute),
  call: (args) => ({ operation: findAndRoute, fields: withLongitude(args, 'lon') }),
  shorten: ({ route, destination, alternatives, ...rest }, detail) => ({
    ...rest,
    destination: shortPlace(destination),
    ...(alternatives && { alternatives: alternatives.map(shortPlace) }),
    route: shortRoute(route, detail),
  }),
  describe: ({ origin, destination, alternatives = [], route }, { units }, detail) =>
    [
      `To ${placeText(destination)}${origin.label ? ` from ${placeText(origin)}` : ''}:`,
      ...routeLines(route, units, detail),
      ...(alternatives.length > 0
        ? [`May also mean: ${alternatives.map(placeText).join('; ')}`]
        : []),
    ].join('\n'),
}
