import { makeAnswerSchema, makeArgumentsSchema, type OperationTool } from '#platform/mcp'
import { route } from '../../routing/route/contract.ts'
import { travelOptions, withLongitude } from './fields.ts'
import { describeInLines, describeRoute, shortenRoute } from './route-answers.ts'

export const routeTool: OperationTool = {
  name: 'route',
  title: 'Route between positions',
  description:
    'The best way through 2 to 20 known positions in the given order, with distance, time, climbs and difficulty; detail "steps" adds turn-by-turn directions. With one location and round_trip: a loop. Not for names (find_and_route), for the best order of many stops (optimize_route), or for comparing car, bicycle and foot (compare_routes).',
  operations: [route],
  details: ['compact', 'steps', 'full'],
  input: () =>
    makeArgumentsSchema(route, {
      locations: 'Start, stops, destination.',
      travel: '',
      travel_options: travelOptions,
      alternates: 'Other ways; only between two locations.',
      round_trip: 'Of this length, from the one location.',
      departure_time: 'Local, as 2026-07-01T09:00: roads closed at that hour are avoided.',
      exclude_locations: 'Roads here are closed.',
      exclude_polygons: {
        type: 'array',
        items: { type: 'object' },
        description: 'GeoJSON Polygons to keep out of.',
      },
      language: { type: 'string', description: 'Of the instructions, such as de.' },
      units: 'Of the text; all numbers are metric.',
    }),
  output: () => makeAnswerSchema(route),
  call: (args) => ({ operation: route, fields: withLongitude(args, 'lon') }),
  shorten: ({ route, alternates, ...rest }, detail) => ({
    ...rest,
    route: shortenRoute(route, detail),
    ...(alternates && {
      alternates: alternates.map((each: unknown) => shortenRoute(each, 'compact')),
    }),
  }),
  describe: ({ route, alternates = [] }, { units }, detail) =>
    [
      ...describeInLines(route, units, detail),
      ...alternates.map(
        (each: unknown, index: number) => `Alternative ${index + 1}: ${describeRoute(each, units)}`,
      ),
    ].join('\n'),
}
