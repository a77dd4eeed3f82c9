import * as z from 'zod'
import { measureGeodesic } from '#ground/geo'
import { readInput, warnOfUnknownFields } from '#platform/api'
import { type FreeTool, formatDistance, formatPosition } from '#platform/mcp'
import { withLongitude } from './fields.ts'

const Position = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
})

const MeasureInput = z.object({
  from: Position,
  to: Position,
  units: z.enum(['kilometers', 'miles']).optional(),
})

const position = {
  type: 'object',
  properties: { lat: { type: 'number' }, lon: { type: 'number' } },
  required: ['lat', 'lon'],
}

/** Free, because no data is read. */
export const measureTool: FreeTool = {
  name: 'measure',
  title: 'Straight-line distance and bearing',
  description:
    'Free. Distance as the crow flies, bearing (0 is north, 90 east) and midpoint of two positions on the WGS 84 ellipsoid. For distances by road use route or matrix.',
  operations: [],
  input: () => ({
    type: 'object',
    properties: {
      from: position,
      to: position,
      units: { enum: ['kilometers', 'miles'], description: 'Of the text.' },
    },
    required: ['from', 'to'],
  }),
  output: () => ({
    type: 'object',
    properties: {
      distance_meters: { type: 'number' },
      initial_bearing_degrees: { type: 'number' },
      final_bearing_degrees: { type: 'number' },
      midpoint: { type: 'object' },
      warnings: { type: 'array' },
    },
  }),
  answer: (args) => {
    const fields = withLongitude(args, 'lon')
    const { from, to } = readInput({ input: MeasureInput }, fields)
    const answer = measureGeodesic(from, to)
    const text =
      `${formatDistance(answer.distance_meters, args.units)} in a straight line, ` +
      `bearing ${answer.initial_bearing_degrees}°; halfway is ${formatPosition(answer.midpoint)}`
    return { answer, text, warnings: warnOfUnknownFields(MeasureInput, fields) }
  },
}
