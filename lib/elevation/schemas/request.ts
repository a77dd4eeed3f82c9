import * as z from 'zod'
import { decodePolyline, type LatLon } from '../../geo/index.ts'
import { Format, Location } from '../../routing/schemas/index.ts'

/** Positions of a `shape`. */
export const maxShapePositions = 2_000

/** Positions of an encoded polyline, and of a line after it was resampled. */
export const maxSamples = 20_000

/** Two numbers of six characters. */
const maxPositionCharacters = 12

/** Limits of `resample_distance`, metres. */
export const spacingLimits = { min: 1, max: 1_000 } as const

const EncodedPolyline = z
  .string()
  .min(1)
  .max(maxSamples * maxPositionCharacters)
  .transform((encoded, context): LatLon[] => {
    const refuse = (message: string) => {
      context.issues.push({ code: 'custom', message, input: encoded })
      return z.NEVER
    }
    let positions: LatLon[]
    try {
      positions = decodePolyline(encoded)
    } catch (error) {
      return refuse(`is ${(error as RangeError).message}`)
    }
    if (positions.length <= maxSamples) return positions
    const [max, count] = [maxSamples, positions.length].map((value) =>
      value!.toLocaleString('en-US'),
    )
    return refuse(`must have at most ${max} positions; it has ${count}`)
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
  .superRefine(({ shape, encoded_polyline }, context) => {
    if (shape !== undefined && encoded_polyline !== undefined) {
      const message = 'must not come with shape: send one of the two'
      context.addIssue({ code: 'custom', path: ['encoded_polyline'], message })
    }
    if (shape === undefined && encoded_polyline === undefined) {
      const message = 'is required, or encoded_polyline in its place'
      context.addIssue({ code: 'custom', path: ['shape'], message })
    }
  })
  .meta({ id: 'ElevationRequest' })

export type ElevationRequest = z.output<typeof ElevationRequest>
