import {
  type AnswerBody,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
  quoteText,
} from '#platform/mcp'
import { snap } from '../../routing/snap/contract.ts'
import { withLongitude } from './fields.ts'
import { describeRoute, shortenRoute } from './route-answers.ts'

/** Lists the names of the roads in order, without consecutive repeats. */
function listRoads(edges: AnswerBody[]): string[] {
  const names = edges.flatMap(({ names: [name] }) => (name ? [name as string] : []))
  return names.filter((name, index) => name !== names[index - 1])
}

export const snapToRoadsTool: OperationTool = {
  name: 'snap_to_roads',
  title: 'Put a recorded trace on roads',
  description:
    'Matches a GPS trace to the roads it followed: distance, climbs, names of the roads. For single points use locate.',
  operations: [snap],
  details: ['compact', 'full'],
  input: () =>
    makeArgumentsSchema(snap, {
      shape: 'The trace, in order.',
      encoded_polyline: 'The trace, precision 6, in place of shape.',
      travel: '',
      gps_accuracy: 'Metres.',
      search_radius: 'Metres.',
    }),
  output: () =>
    makeAnswerSchema(snap, { roads: { type: 'array' } }, [
      'snapped_shape',
      'edges',
      'matched_points',
    ]),
  call: (args) => ({ operation: snap, fields: withLongitude(args, 'lon') }),
  shorten: ({ confidence, route, edges }) => ({
    confidence,
    roads: listRoads(edges),
    route: shortenRoute(route, 'compact'),
  }),
  describe: ({ confidence, route, edges }, { units }) =>
    `${describeRoute(route, units)}; confidence ${confidence}. Roads: ${listRoads(edges).map(quoteText).join(', ') || 'without names'}`,
}
