import * as z from 'zod'
import { ElevationSummary } from './response.ts'

const Position = z.array(z.number()).min(2).max(3).meta({
  description: '[lon, lat, elevation]; [lon, lat] where there is no elevation data.',
})

export const ElevationFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z.array(z.number()).length(4),
    features: z
      .array(
        z.object({
          type: z.literal('Feature'),
          geometry: z.union([
            z.object({ type: z.literal('LineString'), coordinates: z.array(Position).min(2) }),
            z.object({ type: z.literal('Point'), coordinates: Position }),
          ]),
          properties: z
            .object({
              kind: z.literal('elevation'),
              summary: ElevationSummary,
              distances: z.array(z.number()).optional().meta({
                description: 'Only with `range`: metres from the start, for each position.',
              }),
            })
            .meta({ id: 'ElevationProperties' }),
        }),
      )
      .length(1),
  })
  .meta({
    id: 'ElevationFeatureCollection',
    description: 'RFC 7946: one line through all positions, or a point when there is only one.',
  })
