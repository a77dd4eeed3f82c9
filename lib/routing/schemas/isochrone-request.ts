import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { textParameter } from '#places/text/schemas'
import { Format, requireExactlyOne } from '#platform/api/schemas'
import { exclusionFields } from './exclusions.ts'
import { Travel } from './travel.ts'
import { checkTravelOptions, TravelOptions } from './travel-options.ts'

export const IsochroneContour = z
  .object({
    time: z.number().min(1).max(120).optional().meta({ description: 'Minutes.' }),
    distance: z
      .number()
      .min(0.1)
      .max(100)
      .optional()
      .meta({
        description:
          'Kilometres along the shortest way, not as the crow flies; along the quickest with the travel ' +
          'option `shortest: false`.',
      }),
    color: z
      .string()
      .regex(/^([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a hex colour without a hash, as ff8800')
      .optional()
      .meta({ description: 'Hex colour without a hash, handed back.', example: 'ff8800' }),
  })
  .superRefine(({ time, distance }, context) => {
    if ((time === undefined) !== (distance === undefined)) return
    context.addIssue({ code: 'custom', message: 'must have exactly one of time and distance' })
  })
  .meta({ id: 'IsochroneContour', description: 'A border: exactly one of `time` and `distance`.' })

export const IsochroneRequest = z
  .object({
    from: textParameter().optional().meta({
      description: 'Where to start: a place name or an address. Either this or `locations`.',
      example: 'Via Pegna 5, Pradetta',
    }),
    locations: z
      .array(Location)
      .length(1)
      .optional()
      .meta({ description: 'Where to start: exactly one. Either this or `from`.' }),
    travel: Travel.default('pedestrian'),
    travel_options: TravelOptions.optional(),
    ...exclusionFields,
    contours: z.array(IsochroneContour).min(1).max(4).meta({
      description: 'Up to four borders, of time, of distance or of both.',
    }),
    denoise: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .meta({
        description:
          '0 keeps every detail, 1 leaves one polygon without holes. In between, parts smaller than ' +
          'this share of the largest part are left out, and holes smaller than its fifth power ' +
          '(at 0.5: 3 %) are filled.',
      }),
    generalize: z
      .number()
      .min(0)
      .max(1_000)
      .optional()
      .meta({
        description:
          'How far borders may be straightened, metres; 0 for not at all. Chosen by the size of the ' +
          'area when it is left out.',
      }),
    include_places: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether contours have `reachable_places`.' }),
    format: Format.optional(),
  })
  .superRefine(checkTravelOptions)
  .superRefine(requireExactlyOne('locations', 'from'))
  .meta({ id: 'IsochroneRequest' })
