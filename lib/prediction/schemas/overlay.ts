import * as z from 'zod'
import { PolygonGeometry } from './area.ts'

export const maxSegments = 100
export const maxSearches = 100

export const Segments = z
  .array(
    z
      .strictObject({
        name: z
          .string()
          .min(1)
          .max(100)
          .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must have no control characters')
          .meta({ description: 'Of your own; given back.' }),
        geometry: PolygonGeometry,
      })
      .meta({ id: 'PredictSegment' }),
  )
  .max(maxSegments)
  .meta({
    description:
      'Parts of the ground, such as teams search, whose probability is wanted: polygons of at most 500 km2 ' +
      'each, which may overlap and reach beyond the area; at most 10,000 positions together.',
  })

export const Searched = z
  .array(
    z
      .strictObject({
        geometry: PolygonGeometry.optional(),
        hexes: z.array(z.string().max(16)).min(1).max(20_000).optional().meta({
          description: 'In place of `geometry`: H3 indexes of the resolution that the answer has.',
        }),
        probability_of_detection: z
          .number()
          .min(0)
          .max(1)
          .meta({
            description:
              'How likely this search would have found the person, had they been there. 1 rules the ground ' +
              'out for good, whatever else is known; no search is that certain.',
          }),
      })
      .refine(({ geometry, hexes }) => (geometry === undefined) !== (hexes === undefined), {
        error: 'must have either geometry or hexes',
      })
      .meta({ id: 'PredictSearched' }),
  )
  .max(maxSearches)
  .meta({
    description:
      'Ground that was searched without finding the person, each search with its probability of detection: ' +
      'all probabilities, inside and outside, are updated by Bayes’ rule. The order does not count; ground ' +
      'that was searched twice counts twice. Polygons of at most 500 km2 each, 10,000 positions together.',
  })
