import { decodePolyline, type LatLon } from '../geo/index.ts'
import { linkedTiles, nodesOn, type TileDirectory } from '../tile-archive/index.ts'
import { tilesAlong } from './needed-tiles.ts'
import type { SparseTar } from './sparse-tar.ts'

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

/** The positions of the way that a matrix of one cell found; none without a way. */
export function wayIn(answer: string): LatLon[] {
  const { sources_to_targets } = JSON.parse(answer) as {
    sources_to_targets: { shape?: string }[][]
  }
  const shape = sources_to_targets[0]?.[0]?.shape
  return shape ? decodePolyline(shape) : []
}

/**
 * The tiles that the nodes on a way lead to: the engine looks at each road that meets the way. They are found in the
 * tiles with these nodes; those of smaller roads are known by larger ones, and are looked through when they have come.
 */
export class TilesOfWay {
  readonly #unread: Set<number>
  readonly #isOnWay: (lat: number, lon: number) => boolean
  readonly #directory: TileDirectory

  constructor(way: readonly LatLon[], directory: TileDirectory) {
    this.#unread = tilesAlong(way, directory)
    this.#isOnWay = nodesOn(way)
    this.#directory = directory
  }

  /** By the tiles that have come to disk since the last time; undefined when none has. */
  linked(tar: SparseTar): Set<number> | undefined {
    const come = [...this.#unread].filter((id) => tar.has(id))
    if (come.length === 0) return undefined
    const linked = new Set<number>()
    for (const id of come) {
      this.#unread.delete(id)
      const read = (offset: number, into: Buffer) => tar.read(id, offset, into)
      for (const tile of linkedTiles(id, read, this.#isOnWay))
        if (this.#directory.has(tile)) linked.add(tile)
    }
    return linked
  }
}
