import * as z from 'zod'
import { Location } from '#ground/geo/schemas'
import { RoadClass, Surface } from './road.ts'

export const LocateEdge = z
  .object({
    names: z
      .array(z.string())
      .meta({ description: 'Names and numbers; empty for a road without.' }),
    road_class: RoadClass,
    speed_kph: z.number().meta({
      description:
        'What vehicles are taken to drive: the mapped limit or what is usual. The faster direction ' +
        'where they differ, and no more than `top_speed` of the vehicle (trucks 90).',
    }),
    surface: Surface,
    elevation_meters: z.number().nullable().meta({
      description:
        'Mean height of the stretch between two crossings, to 2 m; `null` without elevation data.',
    }),
  })
  .meta({ id: 'LocateEdge', description: 'A road at a snapped point; both directions are one.' })

export const LocateItem = z
  .object({
    input: Location,
    snapped: Location.nullable().meta({
      description: 'Nearest point of a road; `null` when there is none within 2,000 m.',
    }),
    distance_meters: z
      .number()
      .nullable()
      .meta({ description: 'Geodesic distance from `input` to `snapped`.' }),
    on_road: z.boolean().meta({ description: '`snapped` is within 10 m.' }),
    edges: z.array(LocateEdge).meta({
      description:
        'The road at `snapped`, or all that meet there when it is a crossing. Empty unless ' +
        '`verbose`.',
    }),
  })
  .meta({ id: 'LocateItem' })

export const LocateResponse = z
  .object({
    locations: z.array(LocateItem).meta({ description: 'One for each location, in order.' }),
  })
  .meta({ id: 'LocateResponse' })

export const LocateFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z
      .array(z.number())
      .length(4)
      .optional()
      .meta({ description: 'Absent when nothing was snapped.' }),
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: z
          .object({
            type: z.literal('Point'),
            coordinates: z.array(z.number()).length(2).meta({ description: '[lon, lat]' }),
          })
          .nullable(),
        properties: LocateItem.extend({ kind: z.literal('location'), index: z.int() }).meta({
          id: 'LocateProperties',
        }),
      }),
    ),
  })
  .meta({
    id: 'LocateFeatureCollection',
    description:
      'RFC 7946: a point for each location, in order, where it was snapped; its geometry is `null` ' +
      'when there is no road near.',
  })
