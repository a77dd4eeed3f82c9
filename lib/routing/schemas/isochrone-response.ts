import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { Travel } from './travel.ts'

const Position = z.tuple([z.number(), z.number()]).meta({ description: '[lon, lat]' })
const LinearRing = z.array(Position).min(4)

const ContourGeometry = z
  .union([
    z.object({ type: z.literal('Polygon'), coordinates: z.array(LinearRing).min(1) }),
    z.object({
      type: z.literal('MultiPolygon'),
      coordinates: z.array(z.array(LinearRing).min(1)).min(2),
    }),
  ])
  .meta({
    id: 'ContourGeometry',
    description:
      'Polygon or, when `denoise` is under 1, at times MultiPolygon: RFC 7946, right-hand rule, ' +
      'never crossing itself.',
  })

const Metric = z.enum(['time', 'distance'])
const metricValue = z.number().meta({
  description: 'As it was asked for: minutes or kilometres.',
})

const place = {
  name: z.string(),
  label: z.string(),
  place_type: z.string(),
}

const ReachablePlaceSchema = z
  .object({ ...place, coordinates: z.object({ lat: z.number(), lng: z.number() }) })
  .meta({ id: 'ReachablePlace' })

const ContourSchema = z
  .object({
    metric: Metric,
    value: metricValue,
    color: z.string().optional().meta({ description: 'As it was asked for, in lower case.' }),
    geometry: ContourGeometry,
    reachable_places: z
      .array(ReachablePlaceSchema)
      .max(20)
      .optional()
      .meta({
        description:
          'Settlements and notable venues inside, the most important first, without those that a smaller ' +
          'contour of the metric lists. Absent with `include_places: false` and in a region without places.',
      }),
  })
  .meta({
    id: 'Contour',
    description: 'All that is reached within the value; contains the smaller ones of its metric.',
  })

export const IsochroneResponse = z
  .object({
    origin: Location,
    travel: Travel,
    contours: z.array(ContourSchema).meta({ description: 'In the order of the request.' }),
  })
  .meta({ id: 'IsochroneResponse' })

const ContourFeature = z.object({
  type: z.literal('Feature'),
  geometry: ContourGeometry,
  properties: z
    .object({
      kind: z.literal('contour'),
      metric: Metric,
      value: metricValue,
      color: z.string(),
      travel: Travel,
      fill: z.string(),
      'fill-opacity': z.number(),
    })
    .meta({ id: 'ContourProperties' }),
})

const OriginFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('Point'), coordinates: Position }),
  properties: z.object({ kind: z.literal('origin') }),
})

const ReachablePlaceFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('Point'), coordinates: Position }),
  properties: z
    .object({ kind: z.literal('reachable_place'), ...place, metric: Metric, value: metricValue })
    .meta({ id: 'ReachablePlaceProperties' }),
})

export const IsochroneFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z.array(z.number()).length(4),
    features: z.array(z.union([ContourFeature, OriginFeature, ReachablePlaceFeature])),
  })
  .meta({
    id: 'IsochroneFeatureCollection',
    description:
      'RFC 7946: the contours as polygons, largest first; then the origin and places as points.',
  })
