import * as z from 'zod'
import { encodedPolyline, Location } from '#ground/geo/schemas'
import { Format } from '#platform/api/schemas'
import { exclusionFields } from './exclusions.ts'
import { ElevationInterval } from './route-request.ts'
import { Travel } from './travel.ts'
import { checkTravelOptions, TravelOptions } from './travel-options.ts'

const maxPoints = 20_000

const Meters = z.number().min(1).max(100)

const TracePoint = Location.extend({
  time: z
    .number()
    .min(0)
    .max(1e11)
    .optional()
    .meta({ description: 'Seconds since any moment; with all points or with none, rising.' }),
}).meta({ id: 'TracePoint', description: 'A position of a GPS trace.' })

const EncodedTrace = encodedPolyline({
  minPositions: 2,
  maxPositions: maxPoints,
  message: (positions) => `must have 2 to 20,000 positions; it has ${positions}`,
})

export const SnapRequest = z
  .object({
    shape: z.array(TracePoint).min(2).max(maxPoints).optional().meta({
      description: 'The trace, in order. Either this or `encoded_polyline`.',
    }),
    encoded_polyline: EncodedTrace.optional().meta({
      description:
        'The trace as an encoded polyline of precision 6, latitude first, without times.',
    }),
    travel: Travel.default('auto'),
    travel_options: TravelOptions.optional(),
    ...exclusionFields,
    gps_accuracy: Meters.optional().meta({
      description:
        'How far points are usually off, metres. Left out, it is 10 or, where points jump about more than ' +
        'that, what they show; then the trace is smoothed first.',
    }),
    search_radius: Meters.optional().meta({
      description:
        'How far from a point its way may be, metres. Left out, it is 50, or more where points are usually ' +
        'off by over 20 m.',
    }),
    elevation_interval: ElevationInterval.default(30),
    format: Format.optional(),
  })
  .superRefine(({ shape, encoded_polyline }, context) => {
    const issue = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if ((shape === undefined) === (encoded_polyline === undefined)) {
      issue(['shape'], 'or encoded_polyline is required, and not both')
    }
    const late = shape?.findIndex(({ time }, i) => {
      const before = shape[i - 1]
      if (before === undefined) return false
      return (time === undefined) !== (before.time === undefined) || time! < before.time!
    })
    if (late !== undefined && late >= 0) {
      issue(
        ['shape', late, 'time'],
        'must be there for all points or none, and not less than the one before',
      )
    }
  })
  .superRefine(checkTravelOptions)
  .meta({ id: 'SnapRequest' })
