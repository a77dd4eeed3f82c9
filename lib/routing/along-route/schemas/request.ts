import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { textParameter } from '#places/text/schemas'
import { Format } from '#platform/api/schemas'
import {
  checkTravelOptions,
  ElevationInterval,
  exclusionFields,
  Language,
  Travel,
  TravelOptions,
  Units,
} from '#routing/schemas'

const defaultPlaces = 10
const MaxResults = z.int().min(1).max(20)
const alias = MaxResults.optional().meta({ description: 'Another name of `max_results`.' })

export const SearchAlongRouteRequest = z
  .object({
    locations: z.array(Location).min(2).max(20).meta({
      description: 'Where to go, in order: start, stops, destination.',
    }),
    search: textParameter().meta({
      description: 'What to look for: a category in the singular or the plural, or a keyword.',
      example: 'bakery',
    }),
    max_detour_seconds: z
      .number()
      .min(60)
      .max(3_600)
      .default(600)
      .meta({ description: 'Places with a longer detour are left out.' }),
    max_results: MaxResults.optional().meta({
      description: `Maximum number of places, ${defaultPlaces} by default.`,
    }),
    limit: alias,
    size: alias,
    travel: Travel.default('auto'),
    travel_options: TravelOptions.optional(),
    ...exclusionFields,
    units: Units.default('kilometers'),
    language: Language.default('en-US'),
    elevation_interval: ElevationInterval.default(30),
    format: Format.optional(),
  })
  .superRefine(checkTravelOptions)
  .superRefine((request, context) => {
    const [first, ...others] = placeCountNames.filter((name) => request[name] !== undefined)
    for (const name of others) {
      const message = `is another name of ${first}: send one of the two`
      context.addIssue({ code: 'custom', path: [name], message })
    }
  })
  .meta({ id: 'SearchAlongRouteRequest' })

export type SearchAlongRouteRequest = z.output<typeof SearchAlongRouteRequest>

const placeCountNames = ['max_results', 'limit', 'size'] as const

/** Returns the maximum number of places, under any of its names. */
export function readMaxPlaces({ max_results, limit, size }: SearchAlongRouteRequest): number {
  return max_results ?? limit ?? size ?? defaultPlaces
}
