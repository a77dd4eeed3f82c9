import * as z from 'zod'
import { RoadClass, Surface } from './road.ts'
import { LegSchema, RouteSchema } from './route-response.ts'

const MatchType = z.enum(['matched', 'interpolated', 'unmatched'])

const SnapEdge = z
  .object({
    names: z.array(z.string()),
    road_class: RoadClass,
    surface: Surface,
    length_meters: z.number().meta({ description: 'As far as it was followed.' }),
    speed_kph: z.number(),
    grade_percent: z.number().meta({
      description: 'Average of the whole edge, steep parts counting more; below 0 downhill.',
    }),
    begin_shape_index: z.int(),
    end_shape_index: z.int(),
  })
  .meta({ id: 'SnapEdge', description: 'A stretch of road between two junctions.' })

const MatchedPoint = z
  .object({
    lat: z.number(),
    lon: z.number(),
    type: MatchType.meta({
      description:
        '`interpolated`: too near the point before to count in the matching. `unmatched`: no way ' +
        'within reach; the position is that of the trace.',
    }),
    edge_index: z.int().nullable().meta({ description: 'Position in `edges`.' }),
    distance_from_trace_meters: z.number().nullable(),
  })
  .meta({ id: 'MatchedPoint', description: 'Where on the way a point of the trace is.' })

const SnapPiece = z
  .object({
    begin_shape_index: z.int(),
    end_shape_index: z.int(),
    begin_point_index: z.int().meta({ description: 'Position in the trace.' }),
    end_point_index: z.int(),
  })
  .meta({ id: 'SnapPiece', description: 'A stretch of the trace without a gap; leg for leg.' })

const Confidence = z
  .number()
  .min(0)
  .max(1)
  .meta({
    description:
      'An estimate, on the cautious side, of the share of the way that is right: points near the way, a ' +
      'way as long as the trace, and no breaks. Unmatched points, a longer or a shorter way and each ' +
      'break lower it.',
  })

export const SnapResponse = z
  .object({
    snapped_shape: z.string().meta({
      description:
        'The pieces one after the other as one encoded polyline, precision 6, latitude first.',
      format: 'polyline',
    }),
    confidence: Confidence,
    pieces: z.array(SnapPiece),
    route: RouteSchema.meta({
      description: 'A leg for each piece. What lies between pieces counts for nothing.',
    }),
    edges: z.array(SnapEdge),
    matched_points: z.array(MatchedPoint).meta({ description: 'One for each point of the trace.' }),
  })
  .meta({ id: 'SnapResponse' })

const Position = z.tuple([z.number(), z.number()]).meta({ description: '[lon, lat]' })

const PieceFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(Position).min(2) }),
  properties: LegSchema.omit({ shape: true })
    .extend({ kind: z.literal('piece'), index: z.int() })
    .meta({ id: 'SnapPieceProperties', description: 'A Leg without its shape.' }),
})

const MatchedPointFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('Point'), coordinates: Position }),
  properties: MatchedPoint.omit({ lat: true, lon: true })
    .extend({ kind: z.literal('matched_point'), index: z.int() })
    .meta({ id: 'MatchedPointProperties' }),
})

export const SnapFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z.array(z.number()).length(4),
    snapped_shape: z.string(),
    confidence: Confidence,
    pieces: z.array(SnapPiece),
    route: RouteSchema.omit({ legs: true }).meta({ id: 'SnapRouteProperties' }),
    edges: z.array(SnapEdge),
    features: z.array(z.union([PieceFeature, MatchedPointFeature])),
  })
  .meta({
    id: 'SnapFeatureCollection',
    description: 'RFC 7946: the pieces as lines, then the points of the trace on the way.',
  })
