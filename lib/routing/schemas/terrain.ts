import * as z from 'zod'
import type { Difficulty } from '#ground/terrain'

/** Difficulties, from the easiest to the hardest. */
export const difficulties = [
  'flat',
  'rolling',
  'hilly',
  'mountainous',
] as const satisfies readonly Difficulty[]

export const TerrainSchema = z
  .object({
    total_ascent_meters: z
      .number()
      .meta({ description: 'Climb, after smoothing over 90 m and leaving out rises under 5 m.' }),
    total_descent_meters: z.number().meta({
      description: 'As the ascent; ascent less descent is the difference in height of the ends.',
    }),
    max_elevation_meters: z.number(),
    min_elevation_meters: z.number(),
    avg_grade_percent: z.number().meta({ description: 'Mean absolute grade, by length.' }),
    max_grade_percent: z.number().meta({
      description: 'Absolute grade over 150 m that all but 0.5 % of the way stays under.',
    }),
    elevation_profile: z
      .array(z.object({ distance_meters: z.number(), elevation_meters: z.number() }))
      .meta({
        description:
          'A sample at every multiple of `elevation_interval` and one at the end. Straight over ' +
          'bridges, tunnels and ferries.',
      }),
    difficulty: z.enum(difficulties).meta({
      description:
        'The harder of the classes of the average and the maximum grade: `flat` under 2 % and 5 %, ' +
        '`rolling` under 4 % and 8 %, `hilly` under 6 % and 15 %, else `mountainous`.',
    }),
  })
  .meta({ id: 'Terrain' })

/** Missing data is `null`, since a region may be built without elevation. */
export const NullableTerrain = TerrainSchema.nullable().meta({
  description: '`null` where the region has no elevation data; a warning says so.',
})
