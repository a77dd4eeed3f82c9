import * as z from 'zod'
import { Format } from '#platform/api/schemas'
import { profiles, transports } from '../prediction.ts'
import { AreaSchema } from './area.ts'
import { Searched, Segments } from './overlay.ts'

const Weather = z
  .strictObject({
    temperature_c: z.number().min(-90).max(60).meta({ description: 'Degrees Celsius.' }),
    precipitation_mmh: z.number().min(0).max(500).meta({ description: 'Millimetres an hour.' }),
    wind_speed_mps: z.number().min(0).max(120).meta({ description: 'Metres a second.' }),
    wind_direction_deg: z.number().min(0).max(360).meta({
      description: 'Degrees, 0 is north. Taken and given back; nothing is known of its effect.',
    }),
  })
  .meta({
    id: 'PredictWeather',
    description: 'The weather of the hour, all four values, bounded by the records on Earth.',
  })

const offset =
  'must be a date and time with its offset, as 2026-03-14T16:30:00+01:00 or …T15:30:00Z'

const earliest = Date.UTC(1900, 0, 1)
const yearMs = 366 * 24 * 3_600_000

/** Invalid dates are rejected by `format`. */
function isInTime(text: string): boolean {
  const time = Date.parse(text)
  return Number.isNaN(time) || (time >= earliest && time <= Date.now() + yearMs)
}

const Params = z
  .strictObject({
    datetime: z.iso
      .datetime({ offset: true, error: offset })
      .refine(isInTime, { error: 'must be from 1900 on and at most a year from now' })
      .meta({
        description:
          'When the person went missing: ISO 8601 with `Z` or an offset, from 1900 on and at most a year ' +
          'from now. For the weather and for whether it was dark.',
        example: '2026-03-14T16:30:00+01:00',
      }),
    age_years: z.number().positive().max(120).optional().meta({
      description: 'Left out when it is not known: as 65.',
    }),
    initial_bearing_deg: z
      .number()
      .min(0)
      .max(360)
      .optional()
      .meta({
        description:
          'The direction the person left in, degrees, 0 is north, 90 east. Only hexagons within 70 degrees ' +
          'to either side are results; how much of the probability that leaves out is in the summary. Leave ' +
          'it out unless it is known.',
      }),
    elapsed_minutes: z
      .number()
      .min(1)
      .max(525_600)
      .optional()
      .meta({
        description:
          'Minutes since the person was last seen, up to a year. With `transport` `foot` nobody is taken to be ' +
          'farther than 6 km/h over that time, straight on: probability beyond is removed and the rest scaled ' +
          'up. An assumption; no effect along a path.',
      }),
    transport: z.enum(transports).default('unknown').meta({
      description: 'How the person moves. Only `foot` bounds the distance, with `elapsed_minutes`.',
    }),
    origin_uncertainty_m: z
      .number()
      .min(0)
      .max(1_000)
      .default(0)
      .meta({
        description:
          'For a circle: how far the place last seen may be from the centre, metres. It is taken to be anywhere ' +
          'within that distance alike.',
      }),
    weather: Weather.optional().meta({
      description: 'In place of the weather that would be looked up.',
    }),
    disableWeather: z.boolean().default(false).meta({
      description: 'Looks up no weather; without `weather` it is taken as neutral.',
    }),
  })
  .meta({
    id: 'PredictParams',
    description:
      'What is known of the person and the hour. A field that is not listed is an error.',
  })

export const PredictRequest = z
  .strictObject({
    profile: z.enum(profiles).meta({
      description: 'Whose behaviour: `despondent` or `dementia_alzheimers`.',
    }),
    area: AreaSchema,
    params: Params,
    segments: Segments.optional(),
    searched: Searched.optional(),
    format: Format.optional(),
  })
  .meta({ id: 'PredictRequest' })

export type PredictRequest = z.output<typeof PredictRequest>
