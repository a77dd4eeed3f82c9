import {
  type AnswerBody,
  formatDistance,
  formatPosition,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
  quoteText,
} from '#platform/mcp'
import { locate } from '../../routing/locate/contract.ts'
import { withLongitude } from './fields.ts'

function describeRoad(
  { input, snapped, distance_meters, edges }: AnswerBody,
  index: number,
): string {
  if (!snapped) return `${index}: no road within 2 km of ${formatPosition(input)}`
  const [edge] = edges
  const road = edge
    ? `: ${edge.names.map(quoteText).join(' / ') || 'a road without a name'} (${edge.road_class}, ${edge.surface})`
    : ''
  return `${index}: road at ${formatPosition(snapped)}, ${formatDistance(distance_meters)} away${road}`
}

export const locateTool: OperationTool = {
  name: 'locate',
  title: 'Nearest roads of points',
  description:
    'The nearest usable road of up to 100 single points; verbose adds names, class, surface and speed. For the address of a point use reverse_geocode, for a trace snap_to_roads.',
  operations: [locate],
  details: ['compact', 'full'],
  input: () => makeArgumentsSchema(locate, { locations: '', travel: '', verbose: '' }),
  output: () => makeAnswerSchema(locate),
  call: (args) => ({ operation: locate, fields: withLongitude(args, 'lon') }),
  shorten: (answer) => answer,
  describe: ({ locations }) => locations.map(describeRoad).join('\n'),
}
