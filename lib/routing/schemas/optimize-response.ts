import * as z from 'zod'
import { RouteFeatureCollection } from './route-geojson.ts'
import { Units } from './route-request.ts'
import { RouteSchema } from './route-response.ts'

const OptimizedOrder = z.array(z.int()).meta({
  description:
    'Positions in `locations` of the request, in the order of the visits; begins with the first and ' +
    'ends with the last.',
})

const SavingsSchema = z
  .object({
    distance_saved_meters: z.number().min(0).meta({
      description: '0 when the quicker order is the longer one.',
    }),
    distance_saved_percent: z.number().min(0).max(100),
    time_saved_seconds: z.number().min(0),
    time_saved_percent: z.number().min(0).max(100),
  })
  .nullable()
  .meta({
    id: 'Savings',
    description:
      'The route in the order of the request less the optimised route; percentages are of the ' +
      'former. `null`, with a warning, when there is no route in the order of the request.',
  })

export const OptimizeResponse = z
  .object({
    route: RouteSchema,
    optimized_order: OptimizedOrder,
    savings: SavingsSchema,
    narrative: z.string().optional(),
    narrative_units: Units.optional(),
  })
  .meta({ id: 'OptimizeResponse' })

export type OptimizeResponse = z.output<typeof OptimizeResponse>

export const OptimizeFeatureCollection = RouteFeatureCollection.extend({
  optimized_order: OptimizedOrder,
  savings: SavingsSchema,
}).meta({
  id: 'OptimizeFeatureCollection',
  description: 'RFC 7946: the route as a line; then its waypoints, in order, as points.',
})
