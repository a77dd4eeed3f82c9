import * as z from 'zod'
import { aliasIssues, numberParameter } from './query-values.ts'
import { Latitude, Longitude, radiusKilometers, sizeParameter, typeShape } from './scope.ts'

const Radius = numberParameter(radiusKilometers.min, radiusKilometers.max).optional()

export const ReverseRequest = z
  .object({
    lat: Latitude.meta({ description: 'Latitude, degrees.', example: 46.446855 }),
    lon: Longitude.meta({ description: 'Longitude, degrees.', example: -28.408717 }),
    size: sizeParameter(1),
    'boundary.circle.radius': Radius.meta({
      description:
        'How far addresses, streets and venues are looked for, kilometres; 1 by default.',
    }),
    radius: Radius.meta({ description: 'Another name of `boundary.circle.radius`.' }),
    ...typeShape,
  })
  .superRefine((request, context) => {
    const issues = [
      ...aliasIssues(request, 'place_types', 'layers'),
      ...aliasIssues(request, 'boundary.circle.radius', 'radius'),
    ]
    for (const issue of issues) context.addIssue({ code: 'custom', ...issue })
  })
  .meta({ id: 'ReverseRequest' })

export type ReverseRequest = z.output<typeof ReverseRequest>

/** The radius under either name, metres. */
export function radiusMetersOf({ radius, ...request }: ReverseRequest): number {
  return (request['boundary.circle.radius'] ?? radius ?? 1) * 1000
}
