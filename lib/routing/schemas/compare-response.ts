import * as z from 'zod'
import { RouteFeature } from './route-geojson.ts'
import { RouteSchema } from './route-response.ts'
import { Travel } from './travel.ts'

export const ComparisonSchema = z
  .object({
    fastest: Travel.meta({ description: 'Least `duration_seconds`; then least distance.' }),
    shortest: Travel.meta({ description: 'Least `distance_meters`; then least duration.' }),
    easiest: Travel.nullable().meta({
      description:
        'Lowest difficulty; then least ascent per kilometre; then least ascent. `null` where the ' +
        'region has no elevation data.',
    }),
    summary: z.string().meta({ description: 'The comparison in one English sentence.' }),
    unavailable: z
      .array(
        z.object({
          travel: Travel,
          error: z.string().meta({ description: 'An error code, as in an error body.' }),
          message: z.string(),
          location_index: z
            .int()
            .optional()
            .meta({ description: 'With `location_not_routable`: which of `locations`.' }),
        }),
      )
      .meta({ description: 'The ways to travel that have no route; empty when all have one.' }),
  })
  .meta({ id: 'Comparison', description: 'Ties go to the travel type that was named first.' })

export const CompareResponse = z
  .object({
    routes: z
      .object({
        auto: RouteSchema.optional(),
        bicycle: RouteSchema.optional(),
        pedestrian: RouteSchema.optional(),
        bus: RouteSchema.optional(),
        truck: RouteSchema.optional(),
      })
      .meta({ description: 'One Route for each way to travel that has one, in the asked order.' }),
    comparison: ComparisonSchema,
  })
  .meta({ id: 'CompareResponse' })

export type CompareResponse = z.output<typeof CompareResponse>

/** One line for each travel mode, in the requested order. */
export const CompareFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z.array(z.number()).length(4),
    comparison: ComparisonSchema,
    features: z.array(
      RouteFeature.extend({
        properties: RouteFeature.shape.properties
          .extend({ kind: z.literal('route'), travel: Travel })
          .meta({
            id: 'ComparedRouteProperties',
            description: 'A Route without its shapes, and how it is travelled.',
          }),
      }),
    ),
  })
  .meta({
    id: 'CompareFeatureCollection',
    description: 'RFC 7946: one line for each way to travel that has a route.',
  })
