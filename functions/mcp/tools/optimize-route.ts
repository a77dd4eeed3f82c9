import {
  type AnswerBody,
  formatDistance,
  formatDuration,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
} from '#platform/mcp'
import { optimize } from '../../routing/optimize/contract.ts'
import { travelOptions, withLongitude } from './fields.ts'
import { describeInLines, shortenRoute } from './route-answers.ts'

/** Adds to each leg the request's indices of the two stops that it joins. */
function withStops({ legs, ...route }: AnswerBody, order: readonly number[]): object {
  return {
    ...route,
    legs: legs?.map((leg: object, index: number) => ({
      from: order[index],
      to: order[index + 1],
      ...leg,
    })),
  }
}

function describeSavings(savings: AnswerBody | null, units: unknown): string {
  if (!savings)
    return 'There is no route in the given order, so what the new one saves is not known.'
  return (
    `Saves ${formatDistance(savings.distance_saved_meters, units)} (${savings.distance_saved_percent} %) and ` +
    `${formatDuration(savings.time_saved_seconds)} (${savings.time_saved_percent} %) against the given order.`
  )
}

export const optimizeRouteTool: OperationTool = {
  name: 'optimize_route',
  title: 'Best order of stops',
  description:
    'The best order to visit 4 to 50 stops; the first and the last stay. For "in which order" and for rounds (the same position first and last). optimized_order has indices of locations. For a fixed order use route.',
  operations: [optimize],
  details: ['compact', 'steps', 'full'],
  input: () =>
    makeArgumentsSchema(optimize, {
      locations: 'The stops.',
      travel: '',
      travel_options: travelOptions,
      units: 'Of the text.',
    }),
  output: () => makeAnswerSchema(optimize),
  call: (args) => ({ operation: optimize, fields: withLongitude(args, 'lon') }),
  shorten: ({ route, optimized_order, ...rest }, detail) => ({
    ...rest,
    optimized_order,
    route: withStops(shortenRoute(route, detail), optimized_order),
  }),
  describe: ({ route, optimized_order, savings }, { units }, detail) =>
    [
      `Visit in the order ${optimized_order.join(', ')} (indices of locations).`,
      ...describeInLines(route, units, detail),
      describeSavings(savings, units),
    ].join('\n'),
}
