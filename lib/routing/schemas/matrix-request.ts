import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { Format } from '#platform/api/schemas'
import { DepartureTime } from './departure-time.ts'
import { exclusionFields } from './exclusions.ts'
import { Travel } from './travel.ts'
import { checkTravelOptions, TravelOptions } from './travel-options.ts'

export const MatrixRequest = z
  .object({
    sources: z.array(Location).min(1).max(50).meta({ description: 'Where to start: the rows.' }),
    targets: z.array(Location).min(1).max(50).meta({ description: 'Where to go: the columns.' }),
    travel: Travel.default('auto'),
    travel_options: TravelOptions.optional(),
    ...exclusionFields,
    departure_time: DepartureTime.optional(),
    format: Format.optional(),
  })
  .superRefine(checkTravelOptions)
  .superRefine(({ departure_time, exclude_polygons = [], exclude_locations = [] }, context) => {
    if (departure_time === undefined || exclude_polygons.length + exclude_locations.length === 0)
      return
    const message = 'cannot be combined with exclusions in a matrix: ask for routes'
    context.addIssue({ code: 'custom', path: ['departure_time'], message })
  })
  .meta({ id: 'MatrixRequest' })
