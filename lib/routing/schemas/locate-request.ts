import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { Format } from '#platform/api/schemas'
import { exclusionFields } from './exclusions.ts'
import { Travel } from './travel.ts'
import { checkTravelOptions, TravelOptions } from './travel-options.ts'

export const LocateRequest = z
  .object({
    locations: z
      .array(Location)
      .min(1)
      .max(100)
      .meta({ description: 'Points to snap, each by itself.' }),
    travel: Travel.default('auto'),
    travel_options: TravelOptions.optional(),
    ...exclusionFields,
    verbose: z
      .boolean()
      .default(false)
      .meta({ description: 'Fills `edges` with what is known of the roads.' }),
    format: Format.optional(),
  })
  .superRefine(checkTravelOptions)
  .meta({ id: 'LocateRequest' })
