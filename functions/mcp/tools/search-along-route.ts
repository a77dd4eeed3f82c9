import {
  type AnswerBody,
  describePlace,
  formatDistance,
  formatDuration,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
} from '#platform/mcp'
import { searchAlongRoute } from '../../routing/search-along-route/contract.ts'
import { travelOptions, withLongitude } from './fields.ts'
import { shortenPlace } from './place-answers.ts'
import { describeRoute, shortenRoute } from './route-answers.ts'

function describeDetour(
  { place, detour_seconds, detour_meters, position_along_route_percent }: AnswerBody,
  units: unknown,
): string {
  return `${describePlace(place)}: ${formatDuration(detour_seconds)} and ${formatDistance(detour_meters, units)} more, at ${position_along_route_percent} % of the way`
}

export const searchAlongRouteTool: OperationTool = {
  name: 'search_along_route',
  title: 'Places along a route',
  description:
    'Places of a category or name on the way between positions, by the true detour to each: "a bakery on the way". For places around one point use search_places.',
  operations: [searchAlongRoute],
  details: ['compact', 'full'],
  input: () =>
    makeArgumentsSchema(searchAlongRoute, {
      locations: 'Start, stops, destination.',
      search: 'A category or a name.',
      max_detour_seconds: '',
      max_results: '',
      travel: '',
      travel_options: travelOptions,
    }),
  output: () => makeAnswerSchema(searchAlongRoute),
  call: (args) => ({ operation: searchAlongRoute, fields: withLongitude(args, 'lon') }),
  shorten: ({ route, places }) => ({
    route: shortenRoute(route, 'compact'),
    places: places.map(({ place, ...detour }: AnswerBody) => ({
      ...detour,
      place: shortenPlace(place),
    })),
  }),
  describe: ({ route, places }, { units }) =>
    [
      `The route: ${describeRoute(route, units)}`,
      ...(places.length > 0
        ? places.map((place: AnswerBody) => describeDetour(place, units))
        : ['No such place within the detour.']),
    ].join('\n'),
}
