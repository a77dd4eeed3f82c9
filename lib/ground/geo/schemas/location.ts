import * as z from 'zod'

export const Location = z
  .object({
    lat: z.number().min(-90).max(90).meta({ description: 'Latitude, degrees.', example: 42.5063 }),
    lon: z
      .number()
      .min(-180)
      .max(180)
      .meta({ description: 'Longitude, degrees.', example: 1.5218 }),
  })
  .meta({ id: 'Location', description: 'A position on the Earth (WGS84).' })

export const BoundsSchema = z
  .object({
    min_lat: z.number(),
    min_lon: z.number(),
    max_lat: z.number(),
    max_lon: z.number(),
  })
  .meta({ id: 'Bounds', description: 'Smallest box around a line, degrees.' })
