import * as z from 'zod'
import { Location } from '#ground/geo/schemas'

export const MatrixCell = z
  .object({ distance_meters: z.number(), duration_seconds: z.number() })
  .meta({ id: 'MatrixCell', description: 'The best way from a source to a target.' })

const Cells = z.array(z.array(MatrixCell.nullable())).meta({
  description:
    'A row for each source with a cell for each target. `null` where there is no way, or no road ' +
    'within 2,000 m of an end.',
})

export const MatrixResponse = z
  .object({
    sources: z.array(Location).meta({ description: 'As asked for.' }),
    targets: z.array(Location).meta({ description: 'As asked for.' }),
    matrix: Cells,
  })
  .meta({ id: 'MatrixResponse' })

export const MatrixFeatureCollection = z
  .object({
    type: z.literal('FeatureCollection'),
    bbox: z.array(z.number()).length(4),
    matrix: Cells,
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        geometry: z.object({
          type: z.literal('Point'),
          coordinates: z.array(z.number()).length(2).meta({ description: '[lon, lat]' }),
        }),
        properties: z.object({
          kind: z.enum(['source', 'target']),
          index: z.int().meta({ description: 'Row of a source, column of a target.' }),
        }),
      }),
    ),
  })
  .meta({
    id: 'MatrixFeatureCollection',
    description: 'RFC 7946: the sources, then the targets, as points; the matrix beside them.',
  })
