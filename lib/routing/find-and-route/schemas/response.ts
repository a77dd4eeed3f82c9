import * as z from 'zod'
import { Coordinates, PlaceSchema } from '#places/search/schemas'
import { RouteFeature, RouteSchema, Units, WaypointFeature } from '#routing/schemas'

/** Maximum number of alternatives. */
export const maxAlternatives = 3

const namesOfOrigin = {
  resolved_from: z.string().optional().meta({ description: 'The text of the request.' }),
  name: z.string().optional(),
  label: z.string().optional(),
  place_type: PlaceSchema.shape.place_type.optional(),
  country: z.string().optional(),
  country_code: PlaceSchema.shape.country_code,
}

const OriginSchema = z.object({ coordinates: Coordinates, ...namesOfOrigin }).meta({
  id: 'RouteOrigin',
  description: 'Where the route starts; all but `coordinates` only where the origin was a text.',
})

export const FindAndRouteResponse = z
  .object({
    origin: OriginSchema,
    destination: PlaceSchema,
    alternatives: z
      .array(PlaceSchema)
      .min(1)
      .max(maxAlternatives)
      .optional()
      .meta({
        description:
          'Other places that the text may mean, best first: in the same country, with a confidence of ' +
          'at least 0.6; not an area that contains the destination, nor a place with the label or on the ' +
          'road of the destination or of an earlier alternative. Absent if there are none.',
      }),
    route: RouteSchema,
    narrative: z.string().optional(),
    narrative_units: Units.optional(),
  })
  .meta({ id: 'FindAndRouteResponse' })

export type FindAndRouteResponse = z.output<typeof FindAndRouteResponse>

const PointGeometry = z.object({
  type: z.literal('Point'),
  coordinates: z.array(z.number()).length(2).meta({ description: '[lon, lat]' }),
})

const OriginFeature = z.object({
  type: z.literal('Feature'),
  geometry: PointGeometry,
  properties: z
    .object({ kind: z.literal('origin'), ...namesOfOrigin })
    .meta({ id: 'RouteOriginProperties' }),
})

const PlaceFeature = z.object({
  type: z.literal('Feature'),
  bbox: PlaceSchema.shape.bbox,
  geometry: PointGeometry,
  properties: PlaceSchema.omit({ coordinates: true, bbox: true })
    .extend({ kind: z.enum(['destination', 'alternative']) })
    .meta({
      id: 'FoundPlaceProperties',
      description: 'A Place without its coordinates and `bbox`.',
    }),
})

export const FindAndRouteFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z.array(z.number()).length(4),
    features: z.array(z.union([RouteFeature, WaypointFeature, OriginFeature, PlaceFeature])),
    narrative: z.string().optional(),
    narrative_units: Units.optional(),
  })
  .meta({
    id: 'FindAndRouteFeatureCollection',
    description:
      'RFC 7946: the route as a line; then, as points, its two waypoints, the origin, the destination and ' +
      'the alternatives, each with its `kind`.',
  })
