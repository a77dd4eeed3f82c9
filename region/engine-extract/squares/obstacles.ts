import type { LatLon } from '#ground/geo'
import { LargeMap } from '#platform/large-data'
import type { OsmSource, OsmTags } from '../../osm/index.ts'
import { IdSet } from './id-set.ts'

/** Side of a cell, about 110 m from south to north. */
const cellDegrees = 0.001
const columns = 400_000
const obstacleKeys = new Set(['building', 'barrier', 'natural', 'waterway', 'amenity'])
const barriers = new Set(['wall', 'city_wall', 'retaining_wall', 'fence', 'hedge'])

function isObstacle(tags: OsmTags): boolean {
  const { building, barrier, natural, waterway, amenity } = tags
  if (building !== undefined) return building !== 'no' && building !== 'roof'
  const isWater = natural === 'water' || waterway === 'riverbank' || amenity === 'fountain'
  return isWater || barriers.has(barrier ?? '')
}

interface Segment {
  from: LatLon
  to: LatLon
  layer: string
}

/** Buildings, water and walls near squares, if one of their nodes is less than a cell away. */
export class Obstacles {
  readonly #segments = new Map<number, Segment[]>()

  add(segment: Segment): void {
    for (const cell of listCells([segment.from, segment.to])) {
      const others = this.#segments.get(cell)
      if (others) others.push(segment)
      else this.#segments.set(cell, [segment])
    }
  }

  /** Whether an obstacle on the same layer crosses a straight line; one that only touches the line does not count. */
  areAcross({ from, to, layer }: Segment): boolean {
    for (const cell of listCells([from, to]))
      for (const other of this.#segments.get(cell) ?? [])
        if (other.layer === layer && areCrossing(from, to, other.from, other.to)) return true
    return false
  }
}

/** Finds the obstacles around these positions. Reads nodes and ways once. */
export async function findObstacles(
  areas: readonly (readonly LatLon[])[],
  sources: readonly OsmSource[],
  signal?: AbortSignal,
): Promise<Obstacles> {
  const cells = new Set<number>()
  for (const area of areas) for (const cell of listCells(area, 1)) cells.add(cell)
  const near = new LargeMap<number, LatLon>()
  for (const source of sources)
    await source.visit(
      {
        node(id, lat, lon) {
          if (cells.has(numberCell(findRow(lat), findColumn(lon)))) near.set(id, { lat, lon })
        },
      },
      { signal },
    )
  const obstacles = new Obstacles()
  const way = (_: number, nodes: readonly number[], tags: OsmTags): void => {
    if (!isObstacle(tags)) return
    for (let i = 1; i < nodes.length; i++) {
      const [from, to] = [near.get(nodes[i - 1]!), near.get(nodes[i]!)]
      if (from && to) obstacles.add({ from, to, layer: tags.layer ?? '0' })
    }
  }
  const nearIds = new IdSet(near)
  const wantsWay = (_: number, nodes: readonly number[]): boolean =>
    nodes.some((node) => nearIds.has(node))
  for (const source of sources)
    await source.visit({ way, wayKeys: obstacleKeys, wantsWay }, { signal })
  return obstacles
}

function findRow(lat: number): number {
  return Math.floor((lat + 90) / cellDegrees)
}

function findColumn(lon: number): number {
  return Math.floor((lon + 180) / cellDegrees)
}

function numberCell(row: number, column: number): number {
  return row * columns + column
}

/** Yields the cells of the box around positions, with a margin. */
function* listCells(positions: readonly LatLon[], margin = 0): Generator<number> {
  const rows = positions.map(({ lat }) => findRow(lat))
  const columns = positions.map(({ lon }) => findColumn(lon))
  for (let row = Math.min(...rows) - margin; row <= Math.max(...rows) + margin; row++)
    for (let at = Math.min(...columns) - margin; at <= Math.max(...columns) + margin; at++)
      yield numberCell(row, at)
}

/** Whether two straight lines cross within both of them. */
function areCrossing(a: LatLon, b: LatLon, c: LatLon, d: LatLon): boolean {
  return findSide(a, b, c) * findSide(a, b, d) < 0 && findSide(c, d, a) * findSide(c, d, b) < 0
}

/** Returns the side of the line from `a` to `b` on which `c` lies, by its sign. */
function findSide(a: LatLon, b: LatLon, c: LatLon): number {
  return (b.lon - a.lon) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lon - a.lon)
}
