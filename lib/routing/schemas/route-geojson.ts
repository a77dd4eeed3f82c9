import * as z from 'zod'
import { Units } from './route-request.ts'
import { LegSchema, RouteSchema } from './route-response.ts'

const Position = z.array(z.number()).min(2).max(3).meta({ description: '[lon, lat]' })

export const RouteFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(Position).min(2) }),
  properties: RouteSchema.extend({
    kind: z.enum(['route', 'alternate']),
    legs: z.array(LegSchema.omit({ shape: true })),
    leg_coordinate_ranges: z.array(z.array(z.int()).length(2)).meta({
      description: 'First and last position of each leg within the line.',
    }),
  }).meta({ id: 'RouteProperties', description: 'A Route without its shapes.' }),
})

export const WaypointFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('Point'), coordinates: Position }),
  properties: z.object({
    kind: z.literal('waypoint'),
    index: z.int(),
    original_index: z.int(),
    snapped_distance_meters: z.number(),
    local_time: z.string().optional(),
  }),
})

/** The route, then alternates, then the waypoints. */
export const RouteFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z.array(z.number()).length(4),
    features: z.array(z.union([RouteFeature, WaypointFeature])),
    narrative: z.string().optional(),
    narrative_units: Units.optional(),
  })
  .meta({
    id: 'RouteFeatureCollection',
    description: 'RFC 7946: the route, then alternates, as lines; then the waypoints, as points.',
  })
