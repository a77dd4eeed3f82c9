import {
  type AnswerBody,
  answerOf,
  argumentsOf,
  distanceText,
  durationText,
  type OperationTool,
  placeText,
} from '#platform/mcp'
import { searchAlongRoute } from '../../routing/search-along-route/contract.ts'
import { travelOptions, withLongitude } from './fields.ts'
import { shortPlace } from './place-answers.ts'
import { routeText, shortRoute } from './route-answers.ts'

function lineOf(
  { place, detour_seconds, detour_meters, position_along_route_percent }: AnswerBody,
  units: unknown,
): string {
  return `${placeText(place)}: ${durationText(detour_seconds)} and ${distanceText(detour_meters, units)} more, at ${position_along_route_percent} % of the way`
}

export const searchAlongRouteTool: OperationTool = {
  name: 'search_along_route',
  title: 'Places along a route',
  description:
    'Places of a category or name on the way between positions, by the true detour to each: "a bakery on the way". For places around one point use search_places.',
  operations: [searchAlongRoute],
  details: ['compact', 'full'],
  input: () =>
    argumentsOf(searchAlongRoute, {
      locations: 'Start, stops, destination.',
      search: 'A category or a name.',
      max_detour_seconds: '',
      max_results: '',
      travel: '',
      travel_options: travelOptions,
    }),
  output: () => answerOf(searchAlongRoute),
  call: (args) => ({ operation: searchAlongRoute, fields: withLongitude(args, 'lon') }),
  shorten: ({ route, places }) => ({
    route: shortRoute(route, 'compact'),
    places: places.map(({ place, ...detour }: AnswerBody) => ({
      ...detour,
      place: shortPlace(place),
    })),
  }),
  describe: ({ route, places }, { units }) =>
    [
      `The route: ${routeText(route, units)}`,
      ...(places.length > 0
        ? places.map((place: AnswerBody) => lineOf(place, units))
        : ['No such place within the detour.']),
    ].join('\n'),
}
