import { boundsOf, decodePolyline, type LatLon } from '../geo/index.ts'

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
 * all roads that meet the way, one after the other.
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

/** Coarse cells of a way: most nodes are in none of them, which is quickly told. */
const maxCoarseCells = 1e6

/**
 * Tells whether a node is on a way. Nodes have seven digits and ways six, so nodes within 2e-6 degrees of one of its
 * positions count, and some up to 1e-5 away.
 */
export function nodesOn(way: readonly LatLon[]): (lat: number, lon: number) => boolean {
  const { min_lat, min_lon, max_lat, max_lon } = boundsOf(way)
  const degrees = Math.max(
    0.001,
    Math.sqrt(((max_lat - min_lat) * (max_lon - min_lon)) / maxCoarseCells),
  )
  const [south, west] = [min_lat - degrees, min_lon - degrees]
  const columns = Math.ceil((max_lon - west) / degrees) + 1
  const rows = Math.ceil((max_lat - south) / degrees) + 1
  const coarse = new Uint8Array(rows * columns)
  const fine = new Set<number>()
  for (const { lat, lon } of way) {
    for (let corner = 0; corner < 4; corner++) {
      const north = lat + (corner & 1 ? rounding : -rounding)
      const east = lon + (corner & 2 ? rounding : -rounding)
      coarse[
        Math.floor((north - south) / degrees) * columns + Math.floor((east - west) / degrees)
      ] = 1
      fine.add(cellOf(north, east))
    }
  }
  return (lat, lon) => {
    const column = Math.floor((lon - west) / degrees)
    if (column < 0 || column >= columns) return false
    // Other rows are outside of the array.
    if (coarse[Math.floor((lat - south) / degrees) * columns + column] !== 1) return false
    return fine.has(cellOf(lat, lon))
  }
}

const rounding = 2e-6
const cellsPerDegree = 1e5

function cellOf(lat: number, lon: number): number {
  const row = Math.floor((lat + 90) * cellsPerDegree)
  return row * 361 * cellsPerDegree + Math.floor((lon + 180) * cellsPerDegree)
}

/** The positions of the way that a matrix of one cell found; none without a way. */
export function wayIn(answer: string): LatLon[] {
  const { sources_to_targets } = JSON.parse(answer) as {
    sources_to_targets: { shape?: string }[][]
  }
  const shape = sources_to_targets[0]?.[0]?.shape
  return shape ? decodePolyline(shape) : []
}
