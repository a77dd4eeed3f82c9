import * as z from 'zod'
import { PlaceSchema } from '#places/search/schemas'
import { RouteFeature, RouteSchema, WaypointFeature } from '#routing/schemas'

const detour = {
  detour_seconds: z
    .number()
    .min(0)
    .meta({
      description:
        'How much longer the leg takes by way of the place than directly: the difference of two routes, ' +
        '0 if that is not slower.',
    }),
  detour_meters: z.number().min(0).meta({
    description: 'How much farther it is by way of the place; 0 if it is not farther.',
  }),
  position_along_route_percent: z.number().min(0).max(100).meta({
    description: 'Where the leg passes nearest to the place, percent of the length of the route.',
  }),
}

export const SearchAlongRouteResponse = z
  .object({
    route: RouteSchema,
    places: z
      .array(
        z
          .object({ place: PlaceSchema.required({ distance_meters: true }), ...detour })
          .meta({ id: 'PlaceAlongRoute' }),
      )
      .meta({ description: 'Shortest `detour_seconds` first; empty if none is found.' }),
  })
  .meta({ id: 'SearchAlongRouteResponse' })

export type SearchAlongRouteResponse = z.output<typeof SearchAlongRouteResponse>

const PlaceFeature = z.object({
  type: z.literal('Feature'),
  bbox: PlaceSchema.shape.bbox,
  geometry: z.object({ type: z.literal('Point'), coordinates: z.array(z.number()).length(2) }),
  properties: PlaceSchema.omit({ coordinates: true, bbox: true })
    .required({ distance_meters: true })
    .extend({ kind: z.literal('place'), ...detour })
    .meta({ id: 'PlaceAlongRouteProperties' }),
})

export const SearchAlongRouteFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z.array(z.number()).length(4),
    features: z.array(z.union([RouteFeature, WaypointFeature, PlaceFeature])),
  })
  .meta({
    id: 'SearchAlongRouteFeatureCollection',
    description: 'RFC 7946: the route as a line; then its waypoints and the places, as points.',
  })
