import * as z from 'zod'

/** Limits that a schema can check; `area/limits.ts` contains the limits that need the geometry. */
export const maxRadiusMeters = 5_000
export const maxBufferMeters = 500
export const maxPositions = 2_000

const Position = z
  .array(z.number())
  .min(2, 'must be [lng, lat]')
  .max(3, 'must be [lng, lat]')
  .transform((position) => [position[0]!, position[1]!] as const)
  .meta({ description: '[lng, lat], degrees. A height after them is not used.' })

/** Formats the error of a latitude; one that could be a longitude is probably in the wrong field. */
function describeLatitudeError(bound: string) {
  return ({ input }: { input?: unknown }) =>
    `must be ${bound}${Math.abs(Number(input)) <= 180 ? '; lat and lng may be swapped' : ''}`
}

const Circle = z
  .strictObject({
    type: z.literal('circle'),
    center: z
      .strictObject({
        lat: z
          .number()
          .min(-90, { error: describeLatitudeError('at least -90') })
          .max(90, { error: describeLatitudeError('at most 90') })
          .meta({ description: 'Latitude, degrees.' }),
        lng: z.number().min(-180).max(180).meta({ description: 'Longitude, degrees.' }),
      })
      .meta({ description: 'The initial planning point: where the person was last known to be.' }),
    radius_m: z.number().positive().max(maxRadiusMeters).meta({ description: 'Metres.' }),
  })
  .meta({
    id: 'CircleArea',
    description:
      'Around the place where the person was last known to be: what the figures are about.',
  })

/** A geometry may contain its bounding box (RFC 7946, section 5), which is ignored. Other members are rejected. */
const Bbox = z.array(z.number()).min(4).max(6).optional().meta({
  description: 'The box around the geometry. Not used.',
})

export const PolygonGeometry = z
  .strictObject({
    type: z.literal('Polygon'),
    bbox: Bbox,
    coordinates: z
      .array(z.array(Position).max(maxPositions))
      .min(1)
      .meta({
        description:
          'Rings, the outer one first, then holes. Each is closed, crosses neither itself nor ' +
          'another, and has at least 4 positions; all together at most 2,000.',
      }),
  })
  .meta({
    id: 'PredictPolygon',
    description: 'A GeoJSON Polygon. Edges take the shorter way around the globe.',
  })

const Polygon = z
  .strictObject({
    type: z.literal('polygon'),
    geometry: PolygonGeometry,
  })
  .meta({
    id: 'PolygonArea',
    description:
      'An area of at most 25 km2 (geodesic, without its holes) that reaches no farther than 25 km from ' +
      'its middle. The person may have started anywhere in it.',
  })

const Path = z
  .strictObject({
    type: z.literal('path'),
    geometry: z
      .strictObject({
        type: z.literal('LineString'),
        bbox: Bbox,
        coordinates: z.array(Position).min(2).max(maxPositions),
      })
      .meta({ description: 'A GeoJSON LineString. It may cross itself.' }),
    buffer_m: z.number().positive().max(maxBufferMeters).default(50).meta({
      description: 'How far from the line is searched, metres.',
    }),
  })
  .meta({
    id: 'PathArea',
    description:
      'The corridor along a line, such as a walk that was planned: at most 100 km of line, 25 km2 of ' +
      'corridor (length times twice `buffer_m`), 25 km from its middle.',
  })

export const AreaSchema = z.discriminatedUnion('type', [Circle, Polygon, Path]).meta({
  id: 'PredictArea',
  description: 'Where is searched.',
})
