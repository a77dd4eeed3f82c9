import * as z from 'zod'
import { BoundsSchema } from '#ground/geo/schemas'
import { Units } from './route-request.ts'
import { StepSchema } from './step.ts'
import { NullableTerrain } from './terrain.ts'

const FlagsSchema = z
  .object({ has_toll: z.boolean(), has_highway: z.boolean(), has_ferry: z.boolean() })
  .meta({ id: 'RouteFlags' })

export const LegSchema = z
  .object({
    distance_meters: z.number(),
    duration_seconds: z.number(),
    shape: z
      .string()
      .meta({ description: 'Encoded polyline, precision 6, latitude first.', format: 'polyline' }),
    steps: z.array(StepSchema),
    terrain: NullableTerrain,
    flags: FlagsSchema,
    bounds: BoundsSchema,
  })
  .meta({ id: 'Leg', description: 'From one location to the next.' })

export const WaypointSchema = z
  .object({
    lat: z.number(),
    lon: z.number(),
    original_index: z.int().meta({ description: 'Position in `locations` of the request.' }),
    snapped_distance_meters: z.number().meta({
      description: 'From the location to the road where the route passes it.',
    }),
    local_time: z.string().optional().meta({
      description: 'With `departure_time`: when the route is here, by the clocks of the place.',
      example: '2026-07-01T09:35+02:00',
    }),
  })
  .meta({ id: 'Waypoint' })

export const RouteSchema = z
  .object({
    waypoints: z.array(WaypointSchema),
    legs: z.array(LegSchema),
    distance_meters: z.number(),
    duration_seconds: z.number(),
    flags: FlagsSchema,
    bounds: BoundsSchema,
    terrain: NullableTerrain,
    units: Units,
    narrative: z.string().optional().meta({
      description: 'Only when asked for and a language model is configured.',
    }),
    narrative_units: Units.optional(),
  })
  .meta({ id: 'Route' })

export const RouteResponse = z
  .object({
    route: RouteSchema,
    alternates: z
      .array(RouteSchema)
      .optional()
      .meta({ description: 'Other routes, best first; absent when none was asked for or found.' }),
    narrative: z.string().optional(),
    narrative_units: Units.optional(),
  })
  .meta({ id: 'RouteResponse' })
