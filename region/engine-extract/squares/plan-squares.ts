import { IdList, NodeTable, OsmSource, type OsmTags } from '../../osm/index.ts'
import { findConnections } from './connections.ts'
import { findCrossings } from './crossings.ts'
import { findObstacles } from './obstacles.ts'
import { isOpenSpace } from './open-space.ts'
import { projectRings } from './plane.ts'
import { findSquares, type Square } from './square-areas.ts'
import { isWalkable, selectCrossingTags } from './square-tags.ts'

/** A way to add to an extract. */
export interface AddedWay {
  id: number
  nodes: readonly number[]
  tags: OsmTags
}

export interface SquarePlan {
  /** Tags of the square by the id of a way that outlines it. */
  outlines: ReadonlyMap<number, OsmTags>
  /** Straight ways across squares, by ascending id, above the ids of all ways in the files. */
  crossings: AddedWay[]
}

/**
 * Maximum number of nodes in all outlines of a square; the work grows with the product of nodes and pairs of
 * entrances.
 */
const maxNodes = 2_000

/**
 * Finds the squares in these files that connect one way with another, and plans straight ways across them. Holds in
 * memory the nodes in and near squares, with their positions, and the roads and paths in packed form. Reads relations
 * once, nodes and ways twice.
 */
export async function planSquares(
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<SquarePlan> {
  const sources = paths.map((path) => new OsmSource([path]))
  const { squares, ways, maxWayId } = await findSquares(sources, signal)
  const small = squares.filter(({ rings }) => rings.flat().length <= maxNodes)
  if (small.length === 0) return { outlines: new Map(), crossings: [] }
  const connections = findConnections(small, ways, signal)
  const positions = await readPositions(sources, small, signal)
  const planes = new Map(small.map((square) => [square, projectRings(square.rings, positions)]))
  const isEntrance = (node: number): boolean => connections.isEntrance(node)
  const open = small.filter((square) => {
    const plane = planes.get(square)
    return plane && isOpenSpace(plane, isEntrance)
  })
  const crossed = connections.connected(open)
  const isShared = findRepeated(crossed.map(({ rings }) => new Set(rings.flat())))
  const outlines = new Map<number, OsmTags>()
  for (const { outlines: ways, tags } of crossed)
    for (const way of ways) if (!outlines.has(way)) outlines.set(way, tags)
  const isEnd = (node: number): boolean => isEntrance(node) || isShared.has(node)
  const lines = crossed
    .filter(({ tags }) => isWalkable(tags))
    .map((square) => ({ square, pairs: findCrossings(planes.get(square)!, isEnd) }))
    .filter(({ pairs }) => pairs.length > 0)
  const free = await selectFreeLines(lines, positions, sources, signal)
  return { outlines, crossings: free.map((way, i) => ({ id: maxWayId + 1 + i, ...way })) }
}

interface SquareLines {
  square: Square
  /** Node ids of the ends of straight lines across the square. */
  pairs: readonly [number, number][]
}

/** Returns the lines that no building, water or wall crosses. */
async function selectFreeLines(
  lines: readonly SquareLines[],
  positions: NodeTable,
  sources: readonly OsmSource[],
  signal: AbortSignal | undefined,
): Promise<Omit<AddedWay, 'id'>[]> {
  if (lines.length === 0) return []
  const areas = lines.map(({ square }) => positions.line(square.rings.flat()))
  const obstacles = await findObstacles(areas, sources, signal)
  return lines.flatMap(({ square, pairs }) => {
    const tags = selectCrossingTags(square.tags)
    const layer = tags.layer ?? '0'
    const isFree = ([a, b]: [number, number]): boolean =>
      !obstacles.areAcross({ from: positions.get(a)!, to: positions.get(b)!, layer })
    return pairs.filter(isFree).map((nodes) => ({ nodes, tags }))
  })
}

/** Returns the ids that are in more than one of the sets. */
function findRepeated(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  const seen = new Set<number>()
  const repeated = new Set<number>()
  for (const set of sets)
    for (const value of set) {
      if (seen.has(value)) repeated.add(value)
      seen.add(value)
    }
  return repeated
}

async function readPositions(
  sources: readonly OsmSource[],
  squares: readonly Square[],
  signal: AbortSignal | undefined,
): Promise<NodeTable> {
  const ids = new IdList()
  for (const { rings } of squares) for (const node of rings.flat()) ids.add(node)
  const positions = new NodeTable(ids.sorted())
  for (const source of sources)
    await source.visit({ node: (id, lat, lon) => positions.set(id, lat, lon) }, { signal })
  return positions
}
