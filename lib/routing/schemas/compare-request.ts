import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { Format } from '#platform/api/schemas'
import { exclusionFields } from './exclusions.ts'
import { Language } from './language.ts'
import { ElevationInterval } from './route-request.ts'
import { Travel } from './travel.ts'
import { checkTravelOptions, TravelOptions } from './travel-options.ts'

export const CompareRequest = z
  .object({
    locations: z
      .array(Location)
      .min(2)
      .max(20)
      .meta({ description: 'Where to go, in order: start, stops, destination.' }),
    travel_modes: z
      .array(Travel)
      .min(2)
      .max(4)
      .refine((modes) => new Set(modes).size === modes.length, {
        message: 'must not name a travel type twice',
      })
      .meta({
        description: 'The ways to travel, 2 to 4 different ones.',
        example: ['auto', 'bicycle', 'pedestrian'],
        override: { uniqueItems: true },
      }),
    travel_options: TravelOptions.optional().meta({
      description:
        'Preferences, in one object for each travel type that has any. Each object of a type in ' +
        '`travel_modes` counts and is checked; others are ignored with a warning.',
    }),
    ...exclusionFields,
    language: Language.default('en-US'),
    elevation_interval: ElevationInterval.default(30),
    format: Format.optional(),
  })
  .superRefine(checkTravelOptions)
  .meta({ id: 'CompareRequest' })

export type CompareRequest = z.output<typeof CompareRequest>
