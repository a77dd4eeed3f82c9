import {
  type AnswerBody,
  answerOf,
  argumentsOf,
  distanceText,
  type OperationTool,
  positionText,
  quoted,
} from '#platform/mcp'
import { locate } from '../../routing/locate/contract.ts'
import { withLongitude } from './fields.ts'

function lineOf({ input, snapped, distance_meters, edges }: AnswerBody, index: number): string {
  if (!snapped) return `${index}: no road within 2 km of ${positionText(input)}`
  const [edge] = edges
  const road = edge
    ? `: ${edge.names.map(quoted).join(' / ') || 'a road without a name'} (${edge.road_class}, ${edge.surface})`
    : ''
  return `${index}: road at ${positionText(snapped)}, ${distanceText(distance_meters)} away${road}`
}

export const locateTool: OperationTool = {
  name: 'locate',
  title: 'Nearest roads of points',
  description:
    'The nearest usable road of up to 100 single points; verbose adds names, class, surface and speed. For the address of a point use reverse_geocode, for a trace snap_to_roads.',
  operations: [locate],
  details: ['compact', 'full'],
  input: () => argumentsOf(locate, { locations: '', travel: '', verbose: '' }),
  output: () => answerOf(locate),
  call: (args) => ({ operation: locate, fields: withLongitude(args, 'lon') }),
  shorten: (answer) => answer,
  describe: ({ locations }) => locations.map(lineOf).join('\n'),
}
