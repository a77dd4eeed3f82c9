import * as z from 'zod'
import { encodedPolyline, Location } from '#ground/geo/schemas'
import { Format, requireExactlyOne } from '#platform/api/schemas'

/** Maximum number of positions of a `shape`. */
export const maxShapePositions = 2_000

/** Maximum number of positions of an encoded polyline, and of a line after resampling. */
export const maxSamples = 20_000

/** Limits of `resample_distance`, metres. */
export const spacingLimits = { min: 1, max: 1_000 } as const

const formatCount = (count: number) => count.toLocaleString('en-US')

const EncodedPolyline = encodedPolyline({
  maxPositions: maxSamples,
  message: (positions) =>
    `must have at most ${formatCount(maxSamples)} positions; it has ${formatCount(positions)}`,
})

export const ElevationRequest = z
  .object({
    shape: z
      .array(Location)
      .min(1)
      .max(maxShapePositions, 'must have at most 2,000 items; an encoded_polyline may have 20,000')
      .optional()
      .meta({ description: 'Positions, in order. Either this or `encoded_polyline`.' }),
    encoded_polyline: EncodedPolyline.optional().meta({
      description:
        'Up to 20,000 positions as an encoded polyline of precision 6, latitude first, such as the ' +
        '`shape` of a leg of a route. Either this or `shape`.',
    }),
    range: z.boolean().default(false).meta({
      description:
        'Gives each height with its distance along the line, and ascent and descent in the summary.',
    }),
    resample_distance: z
      .number()
      .min(spacingLimits.min)
      .max(spacingLimits.max)
      .optional()
      .meta({
        description:
          'Metres. Gives heights at every multiple of this distance along the line and at its end, ' +
          'instead of at the positions: at most 20,000 of them.',
      }),
    height_precision: z
      .int()
      .min(0)
      .max(2)
      .default(0)
      .meta({ description: 'Decimals of heights. The summary always has one.' }),
    format: Format.optional(),
  })
  .superRefine(requireExactlyOne('shape', 'encoded_polyline'))
  .meta({ id: 'ElevationRequest' })

export type ElevationRequest = z.output<typeof ElevationRequest>
