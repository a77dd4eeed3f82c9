import {
  type AnswerBody,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
} from '#platform/mcp'
import { elevation } from '../../routing/elevation/contract.ts'
import { withLongitude } from './fields.ts'

/** Maximum heights in a short answer; longer profiles are sampled evenly. */
const maxHeights = 50

function sampleEvenly<T>(values: readonly T[]): T[] {
  if (values.length <= maxHeights) return [...values]
  const step = (values.length - 1) / (maxHeights - 1)
  return Array.from({ length: maxHeights }, (_, index) => values[Math.round(index * step)]!)
}

const formatMeters = (meters: number | null) => (meters === null ? 'unknown' : `${meters} m`)

export const elevationTool: OperationTool = {
  name: 'elevation',
  title: 'Heights of points or along a line',
  description:
    'Heights above sea level of up to 2,000 points, or of a line; range adds the distances along it, ascent and descent. Over 50 heights are thinned unless detail is "full". A route has its own climbs: no need to ask here.',
  operations: [elevation],
  details: ['compact', 'full'],
  input: () =>
    makeArgumentsSchema(elevation, {
      shape: 'The points; this or encoded_polyline.',
      encoded_polyline: 'Precision 6.',
      range: 'A line, in place of single points.',
      resample_distance: 'Spacing along the line, metres.',
    }),
  output: () => makeAnswerSchema(elevation, {}, ['shape']),
  call: (args) => ({ operation: elevation, fields: withLongitude(args, 'lon') }),
  shorten: ({ summary, height, range_height }) => ({
    summary,
    ...(height && { height: sampleEvenly(height) }),
    ...(range_height && { range_height: sampleEvenly(range_height) }),
  }),
  describe: ({ summary, height, range_height }) => {
    const { total_ascent_meters: up, total_descent_meters: down } = summary
    const heights = sampleEvenly<AnswerBody>(
      height ?? range_height.map(([, meters]: number[]) => meters),
    )
    const all = (height ?? range_height).length
    if (summary.min_elevation_meters === null) return 'No height is known here.'
    return [
      `Lowest ${formatMeters(summary.min_elevation_meters)}, highest ${formatMeters(summary.max_elevation_meters)}, average ${formatMeters(summary.avg_elevation_meters)}${up === undefined ? '' : `, ${formatMeters(up)} up, ${formatMeters(down)} down`}.`,
      `Heights, m${all > maxHeights ? ` (${maxHeights} of ${all})` : ''}: ${heights.map((meters) => meters ?? 'unknown').join(', ')}`,
    ].join('\n')
  },
}
