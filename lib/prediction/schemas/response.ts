import * as z from 'zod'
import { ecoregions, profiles, regionPercents } from '../prediction.ts'

const Hex = z
  .string()
  .regex(/^8[ab][0-9a-f]{13}$/)
  .meta({ description: 'H3 index.', example: '8a1fb46622dffff' })

export const Score = z
  .int()
  .min(0)
  .max(30)
  .meta({
    description:
      'More likely is higher: 30 less what share, in thirtieths, of the probability within the area lies in ' +
      'denser hexagons, rounded down. Those of 15 and more hold half of it on the least ground.',
  })

const share = (description: string) => z.number().min(0).max(1).meta({ description })

const Probability = share(
  'Share of all such people who are in this hexagon; six significant digits. All results together with ' +
    '`outside_mass` and `cone_removed_mass` are 1 to within 0.000002. Along a path: share of those who are ' +
    'within the corridor.',
)

const Region = z
  .object({
    percent: z.literal(regionPercents),
    hexes: z.int().nonnegative(),
    area_km2: z.number().nonnegative().meta({ description: 'Of these hexagons together.' }),
    probability: share('What these hexagons hold together, as a share of all such people.'),
  })
  .meta({
    id: 'PredictRegion',
    description:
      'The fewest hexagons that hold `percent` of the probability of all results: the first `hexes` of them.',
  })

const Segment = z
  .object({
    name: z.string(),
    probability: share(
      'Share of all such people who are in the segment: of each hexagon of the results the part that the ' +
        'segment covers, by area. Segments that cover all results without overlaps add up to the sum of ' +
        'these. Along a path: share of those who are within the corridor.',
    ),
    area_km2: z.number().nonnegative().meta({ description: 'Geodesic, of the whole segment.' }),
    inside_km2: z.number().nonnegative().meta({
      description: 'Of its part in hexagons of the results; nothing is said of the rest.',
    }),
    density_per_km2: z.number().nonnegative().meta({
      description: '`probability` over `inside_km2`; 0 where nothing of the segment is inside.',
    }),
  })
  .meta({ id: 'PredictSegmentResult' })

const result = { hex: Hex, score: Score, probability: Probability }

export const PredictSummary = z
  .object({
    hex_count: z.int().nonnegative(),
    processing_time_ms: z.number().nonnegative(),
    resolution: z.union([z.literal(10), z.literal(11)]).meta({
      description: 'Of H3: 10 is 0.015 km2 a hexagon, 11 (paths and areas under 3 km2) 0.002 km2.',
    }),
    area_km2: z.number().nonnegative().meta({ description: 'Geodesic, of what was asked for.' }),
    outside_mass: share('Probability that the person is outside the area.').nullable().meta({
      description: 'Probability that the person is outside the area; null where it is not known.',
    }),
    outside_mass_reason: z.string().optional().meta({
      description: 'Why `outside_mass` is null.',
    }),
    cone_removed_mass: share(
      'Probability within the area that the cone around `initial_bearing_deg` leaves out; 0 without one.',
    ),
    regions: z.array(Region).length(regionPercents.length).meta({
      description: 'The regions of 25, 50, 75, 90 and 95 % of what lies inside.',
    }),
    segments: z
      .array(Segment)
      .optional()
      .meta({ description: 'The segments of the request, in its order.' }),
    searched: z
      .object({
        searches: z.int().nonnegative(),
        probability_of_success: share(
          'How likely the searches together would have found the person, by the prediction before them.',
        ),
      })
      .optional()
      .meta({
        id: 'PredictSearchedSummary',
        description: 'With searches: all other probabilities are those after them.',
      }),
    suggested_origin: z
      .object({ lat: z.number(), lng: z.number() })
      .optional()
      .meta({
        description:
          'Where the centre of the circle lies on open water or beyond the data: centre of the nearest hexagon ' +
          'of the area on mapped ground.',
      }),
    ecoregion: z.enum(ecoregions).meta({
      description: 'Whose figures were taken, by the land around the middle of the area.',
    }),
    weather: z
      .object({
        source: z.enum(['request', 'lookup', 'neutral']),
        temperature_c: z.number().optional(),
        precipitation_mmh: z.number().optional(),
        wind_speed_mps: z.number().optional(),
        wind_direction_deg: z.number().optional(),
      })
      .meta({ description: 'Where the weather came from, and its values unless it was neutral.' }),
    notes: z.array(z.string()).meta({ description: 'What was assumed and what was missing.' }),
  })
  .meta({ id: 'PredictSummary' })

const about = {
  profile: z.enum(profiles),
  model_version: z
    .string()
    .meta({ description: 'Changes with every figure and rule of the model.' }),
  summary: PredictSummary,
  confidence: z.enum(['high', 'medium', 'low']).meta({
    description: 'How far the figures behind the answer reach. Never the chance that it is right.',
  }),
  attribution: z.string().meta({ description: 'The sources that want to be named.' }),
}

export const PredictResponse = z
  .object({
    ...about,
    results: z
      .array(z.object(result))
      .meta({ description: 'By score, the highest first; equal ones by probability.' }),
    top_results: z
      .array(z.object({ ...result, lat: z.number(), lng: z.number() }))
      .max(50)
      .meta({ description: 'The first of the results with their centres.' }),
  })
  .meta({ id: 'PredictResponse' })

export type PredictResponse = z.output<typeof PredictResponse>

const Ring = z.array(z.tuple([z.number(), z.number()])).min(4)

const HexFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.union([
    z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).length(1) }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring)).min(2) }),
  ]),
  properties: z.object(result).meta({ id: 'PredictProperties' }),
})

export const PredictFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z.array(z.number()).length(4),
    ...about,
    features: z.array(HexFeature),
  })
  .meta({
    id: 'PredictFeatureCollection',
    description:
      'RFC 7946: the hexagons as polygons, the highest score first; those over the antimeridian as two. ' +
      'What is said of all of them stands beside `features`.',
  })
