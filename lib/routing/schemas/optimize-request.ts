import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { Format } from '#platform/api/schemas'
import { exclusionFields } from './exclusions.ts'
import { Language } from './language.ts'
import { ElevationInterval, Narrative, Units } from './route-request.ts'
import { Travel } from './travel.ts'
import { checkTravelOptions, TravelOptions } from './travel-options.ts'

export const OptimizeRequest = z
  .object({
    locations: z
      .array(Location)
      .min(4)
      .max(50)
      .meta({
        description:
          'The stops. The first and the last stay first and last; for a round trip give the same ' +
          'position as both.',
      }),
    travel: Travel.extract(['auto', 'bicycle', 'pedestrian'])
      .default('auto')
      .meta({ description: 'How to travel.' }),
    travel_options: TravelOptions.optional(),
    ...exclusionFields,
    units: Units.default('kilometers'),
    language: Language.default('en-US'),
    elevation_interval: ElevationInterval.default(30),
    narrative: Narrative,
    format: Format.optional(),
  })
  .superRefine(checkTravelOptions)
  .meta({ id: 'OptimizeRequest' })

export type OptimizeRequest = z.output<typeof OptimizeRequest>
