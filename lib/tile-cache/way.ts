import { decodePolyline, type LatLon } from '../geo/index.ts'

type Query = Record<string, unknown>

/** Fields of a route that its search depends on. */
const searchFields = [
  'costing',
  'costing_options',
  'date_time',
  'exclude_locations',
  'exclude_polygons',
]

/**
 * Matrices of one cell each that give the way of each leg of a route. The engine finds it with the tiles of the search
 * alone, which are those of larger roads but for the ends; for the instructions of the route it then reads the tiles of
 * all roads along the way, one after the other.
 */
export function wayQueries(query: Query): Query[] {
  const locations = query.locations as LatLon[]
  const search = searchFields.flatMap((field) => (field in query ? [[field, query[field]]] : []))
  return locations.slice(1).map((to, i) => ({
    ...Object.fromEntries(search),
    sources: [locations[i]],
    targets: [to],
    verbose: true,
    shape_format: 'polyline6',
  }))
}

/** The positions of the way that a matrix of one cell found; none without a way. */
export function wayIn(answer: string): LatLon[] {
  const { sources_to_targets } = JSON.parse(answer) as {
    sources_to_targets: { shape?: string }[][]
  }
  const shape = sources_to_targets[0]?.[0]?.shape
  return shape ? decodePolyline(shape) : []
}
