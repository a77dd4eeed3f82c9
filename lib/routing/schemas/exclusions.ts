import * as z from 'zod'
import { earthRadiusMeters } from '#ground/geo'
import { Location } from '#ground/geo/schemas'

export const maxExcludedPolygons = 10
export const maxExcludedPositions = 1_000
export const maxExcludedSquareKilometers = 10_000
export const maxExcludedLocations = 50

const isPosition = ([lon, lat]: readonly number[]) => Math.abs(lon!) <= 180 && Math.abs(lat!) <= 90

const Position = z
  .array(z.number())
  .min(2, 'must be [lng, lat]')
  .max(3, 'must be [lng, lat]')
  .refine(isPosition, 'must be [lng, lat] in degrees')
  .meta({ description: '[lng, lat], degrees. A height after them is not used.' })

const Ring = z
  .array(Position)
  .min(4)
  .refine((ring) => {
    const [first, last] = [ring[0], ring.at(-1)]
    return first?.[0] === last?.[0] && first?.[1] === last?.[1]
  }, 'must end at its first position')

const ExcludedPolygon = z
  .object({
    type: z.literal('Polygon'),
    coordinates: z.array(Ring).min(1).meta({
      description:
        'Rings, the outer one first, then holes. Each is closed, with 4 or more positions.',
    }),
  })
  .meta({ id: 'ExcludedPolygon', description: 'A GeoJSON Polygon.' })

export type ExcludedPolygon = z.output<typeof ExcludedPolygon>

/** Measures the area of an outer ring on a sphere, between straight lines on a plate carrée map, km2. */
function squareKilometers(ring: readonly (readonly number[])[]): number {
  const radians = Math.PI / 180
  let sum = 0
  for (let i = 1; i < ring.length; i++) {
    const [[fromLon, fromLat], [toLon, toLat]] = [ring[i - 1]!, ring[i]!] as [number[], number[]]
    sum +=
      (toLon! - fromLon!) * (Math.sin(fromLat! * radians) + Math.sin(toLat! * radians)) * radians
  }
  return (Math.abs(sum / 2) * earthRadiusMeters ** 2) / 1e6
}

/** Counts the positions of polygons that are not checked yet. */
function countPositions(polygons: unknown): number {
  if (!Array.isArray(polygons)) return 0
  let count = 0
  for (const polygon of polygons) {
    const rings: unknown = polygon?.coordinates
    if (!Array.isArray(rings)) continue
    for (const ring of rings) count += Array.isArray(ring) ? ring.length : 1
  }
  return count
}

/**
 * Rejects too many positions before the schema checks each one: 80,000 invalid ones would block the event loop and
 * overflow its stack.
 */
function refuseManyPositions(polygons: unknown, context: z.core.$RefinementCtx): unknown {
  const count = countPositions(polygons)
  if (count <= maxExcludedPositions) return polygons
  const message = `must have at most 1,000 positions together; they have ${count.toLocaleString('en-US')}`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

const CheckedPolygons = z
  .array(ExcludedPolygon)
  .max(maxExcludedPolygons)
  .superRefine((polygons, context) => {
    const area = polygons.reduce(
      (sum, { coordinates }) => sum + squareKilometers(coordinates[0] ?? []),
      0,
    )
    if (area > maxExcludedSquareKilometers) {
      const cover = Math.round(area).toLocaleString('en-US')
      const message = `must cover at most 10,000 km2 together; they cover ${cover} km2`
      context.addIssue({ code: 'custom', message })
    }
  })

const ExcludedPolygons = z.preprocess(refuseManyPositions, CheckedPolygons)

/** Exclusions of every request with `travel_options`. */
export const exclusionFields = {
  exclude_polygons: ExcludedPolygons.optional().meta({
    description:
      'Areas that nobody may travel through: at most 10 GeoJSON Polygons, 1,000 positions and ' +
      '10,000 km2 together, outlines of over 50 positions within 5 m. A road that touches one is closed over its whole length between two ' +
      'crossings. A location inside one is not routable.',
  }),
  exclude_locations: z
    .array(Location)
    .max(maxExcludedLocations)
    .optional()
    .meta({
      description:
        'Closed places: the road nearest to each of them is closed between the crossings on both ' +
        'sides. At most 50.',
    }),
}
