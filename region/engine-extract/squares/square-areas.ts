import { assembleRings, type OsmSource, type OsmTags } from '../../osm/index.ts'
import { NetworkWays } from './network-ways.ts'
import { isSquareRelation, isSquareWay } from './square-tags.ts'

/** An area for people on foot. */
export interface Square {
  tags: OsmTags
  /** Ids of the ways that serve only as its outlines. */
  outlines: readonly number[]
  /** Node ids of its closed outlines, holes included; the first id is repeated at the end. */
  rings: readonly (readonly number[])[]
}

/** Squares of files: ways first, then multipolygons, each by id. Incomplete ones are left out. */
export interface SquareAreas {
  squares: Square[]
  /** Roads and paths of the files. */
  ways: NetworkWays
  /** Largest id of a way in the files. */
  maxWayId: number
}

/** Finds the squares of files, in two passes: relations, then ways. */
export async function findSquares(
  sources: readonly OsmSource[],
  signal?: AbortSignal,
): Promise<SquareAreas> {
  const relations = await readSquareRelations(sources, signal)
  const memberWays = new Map<number, { nodes: readonly number[]; isOutline: boolean } | undefined>()
  for (const { ways } of relations.values()) for (const way of ways) memberWays.set(way, undefined)
  const squareWays = new Map<number, Square>()
  const networkWays = new NetworkWays()
  let maxWayId = 0
  for (const source of sources)
    await source.visit(
      {
        way(id, nodes, tags) {
          if (id > maxWayId) maxWayId = id
          networkWays.add(id, nodes, tags)
          if (memberWays.has(id))
            memberWays.set(id, { nodes, isOutline: tags.highway === undefined })
          if (isSquareWay(tags) && isClosed(nodes))
            squareWays.set(id, { tags, outlines: [id], rings: [nodes] })
        },
      },
      { signal },
    )
  const multipolygons = sortById(relations).flatMap(([, { tags, ways }]): Square[] => {
    const members = ways.map((way) => memberWays.get(way))
    const { closed, open } = assembleRings(members.map((member) => member?.nodes ?? []))
    const isComplete = open.length === 0 && closed.length > 0 && members.every(Boolean)
    const outlines = ways.filter((way) => memberWays.get(way)?.isOutline)
    return isComplete ? [{ tags, outlines, rings: closed }] : []
  })
  const squares = [...sortById(squareWays).map(([, square]) => square), ...multipolygons]
  return { squares, ways: networkWays, maxWayId }
}

interface SquareRelation {
  tags: OsmTags
  ways: readonly number[]
}

async function readSquareRelations(
  sources: readonly OsmSource[],
  signal: AbortSignal | undefined,
): Promise<Map<number, SquareRelation>> {
  const relations = new Map<number, SquareRelation>()
  for (const source of sources)
    await source.visit(
      {
        relation(id, members, tags) {
          if (!isSquareRelation(tags)) return
          const parts = members.filter(({ type, role }) => type === 'way' && isOutlineRole(role))
          relations.set(id, { tags, ways: [...new Set(parts.map(({ ref }) => ref))] })
        },
      },
      { signal },
    )
  return relations
}

function isOutlineRole(role: string): boolean {
  return role === '' || role === 'outer' || role === 'inner'
}

function isClosed(nodes: readonly number[]): boolean {
  return nodes.length > 3 && nodes[0] === nodes.at(-1)
}

function sortById<T>(objects: ReadonlyMap<number, T>): [number, T][] {
  return [...objects].sort(([a], [b]) => a - b)
}
