import * as z from 'zod'
import { Location } from '#ground/geo/schemas'

const Height = z
  .number()
  .nullable()
  .meta({ description: 'Metres above sea level; `null` where there is no elevation data.' })

export const ElevationSummary = z
  .object({
    max_elevation_meters: z.number().nullable(),
    min_elevation_meters: z.number().nullable(),
    avg_elevation_meters: z.number().nullable().meta({ description: 'Mean of the heights.' }),
    total_ascent_meters: z
      .number()
      .nullable()
      .optional()
      .meta({
        description:
          'Climb along the line, as for routes: after smoothing over 90 m and leaving out rises ' +
          'under 5 m; straight over missing heights. Only with `range`.',
      }),
    total_descent_meters: z.number().nullable().optional().meta({
      description: 'As the ascent; ascent less descent is the difference in height of the ends.',
    }),
  })
  .meta({
    id: 'ElevationSummary',
    description:
      'Over all heights there are, before they are rounded; every value is `null` when there is none.',
  })

export const ElevationResponse = z
  .object({
    shape: z.array(Location).min(1).meta({
      description: 'Where the heights are: the positions of the request, or the resampled line.',
    }),
    height: z.array(Height).optional().meta({
      description: 'One for each position of `shape`, not smoothed. Absent with `range`.',
    }),
    range_height: z
      .array(z.tuple([z.number(), Height]))
      .optional()
      .meta({
        description:
          'Only with `range`. For each position of `shape` its distance from the start along the ' +
          'line (geodesic on the WGS84 ellipsoid, metres) and its height, not smoothed.',
      }),
    summary: ElevationSummary,
  })
  .meta({ id: 'ElevationResponse' })

export type ElevationResponse = z.output<typeof ElevationResponse>
