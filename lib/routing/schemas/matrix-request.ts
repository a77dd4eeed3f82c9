import * as z from 'zod'
import { exclusionFields } from './exclusions.ts'
import { Location } from './location.ts'
import { Format } from './route-request.ts'
import { Travel } from './travel.ts'
import { checkTravelOptions, TravelOptions } from './travel-options.ts'

export const MatrixRequest = z
  .object({
    sources: z.array(Location).min(1).max(50).meta({ description: 'Where to start: the rows.' }),
    targets: z.array(Location).min(1).max(50).meta({ description: 'Where to go: the columns.' }),
    travel: Travel.default('auto'),
    travel_options: TravelOptions.optional(),
    ...exclusionFields,
    format: Format.optional(),
  })
  .superRefine(checkTravelOptions)
  .meta({ id: 'MatrixRequest' })
