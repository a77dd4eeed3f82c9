import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { Format } from '#platform/api/schemas'
import { DepartureTime } from './departure-time.ts'
import { exclusionFields } from './exclusions.ts'
import { Language } from './language.ts'
import { checkRoundTrip, RoundTripInput } from './round-trip.ts'
import { Travel } from './travel.ts'
import { checkTravelOptions, TravelOptions } from './travel-options.ts'

export const Units = z.enum(['kilometers', 'miles']).meta({
  id: 'Units',
  description: 'Only for the text of a narrative: every number in an answer is SI.',
})

export const ElevationInterval = z
  .number()
  .min(10)
  .max(200)
  .meta({ description: 'Spacing of elevation profiles, metres.' })

export const Narrative = z
  .boolean()
  .default(false)
  .meta({
    description:
      'A summary in 1 to 3 sentences, in `language` and `units`. Absent, with a warning, when no language ' +
      'model is configured or what it wrote is not in the answer; adds up to 1.5 s.',
  })

export const RouteRequest = z
  .object({
    locations: z.array(Location).min(1).max(20).meta({
      description:
        'Where to go, in order: start, stops, destination. One alone, the start, with `round_trip`.',
    }),
    round_trip: RoundTripInput.optional(),
    travel: Travel.default('auto'),
    travel_options: TravelOptions.optional(),
    ...exclusionFields,
    departure_time: DepartureTime.optional(),
    units: Units.default('kilometers'),
    language: Language.default('en-US'),
    elevation_interval: ElevationInterval.default(30),
    alternates: z
      .int()
      .min(0)
      .max(3)
      .default(0)
      .meta({
        description:
          'How many other routes to look for. Only with exactly 2 locations; otherwise ignored with ' +
          'a warning.',
      }),
    narrative: Narrative,
    format: Format.optional(),
  })
  .superRefine(checkTravelOptions)
  .superRefine(checkRoundTrip)
  .meta({ id: 'RouteRequest' })

export type RouteRequest = z.output<typeof RouteRequest>
