import { type AnswerBody, answerOf, argumentsOf, type OperationTool, quoted } from '#platform/mcp'
import { snap } from '../../routing/snap/contract.ts'
import { withLongitude } from './fields.ts'
import { routeText, shortRoute } from './route-answers.ts'

/** The names of the roads in order, each once in a row. */
function roadsOf(edges: AnswerBody[]): string[] {
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
    argumentsOf(snap, {
      shape: 'The trace, in order.',
      encoded_polyline: 'The trace, precision 6, in place of shape.',
      travel: '',
      gps_accuracy: 'Metres.',
      search_radius: 'Metres.',
    }),
  output: () =>
    answerOf(snap, { roads: { type: 'array' } }, ['snapped_shape', 'edges', 'matched_points']),
  call: (args) => ({ operation: snap, fields: withLongitude(args, 'lon') }),
  shorten: ({ confidence, route, edges }) => ({
    confidence,
    roads: roadsOf(edges),
    route: shortRoute(route, 'compact'),
  }),
  describe: ({ confidence, route, edges }, { units }) =>
    `${routeText(route, units)}; confidence ${confidence}. Roads: ${roadsOf(edges).map(quoted).join(', ') || 'without names'}`,
}
