import { computeBounds, type LatLon } from '#ground/geo'
import type { LargeMap } from '#platform/large-data'
import { assembleRings, type NodeTable, type OsmMember, type OsmTags } from '../osm/index.ts'
import { AreaPolygon } from './area-polygon.ts'
import { measureLength, measureMeters } from './plane.ts'
import { classifySettlement } from './settlement.ts'

/** Map object of an area: a relation or a closed way. */
export interface AreaSource {
  id: string
  tags: OsmTags
  /** Ids of the ways of the outline. */
  ways: readonly number[]
  /** Ids of the nodes of the settlements that govern the area. */
  adminCentres: readonly number[]
  /** Id of the node where the map shows the name. */
  label?: number
  /** Ids of the relations inside the area. */
  subareas: readonly number[]
  relation?: number
}

/** A node of a settlement or of part of one. */
export interface PlaceNode {
  id: number
  tags: OsmTags
  at: LatLon
}

/** Returns the admin level, or undefined for objects that are not administrative areas. */
export function parseAdminLevel({ boundary, admin_level, name }: OsmTags): number | undefined {
  const level = Number(admin_level)
  if (boundary !== 'administrative' || !name) return undefined
  return Number.isInteger(level) && level >= 2 && level <= 12 ? level : undefined
}

/** Whether the tags describe the area of one postcode. */
export function isPostalArea({ boundary, postal_code }: OsmTags): boolean {
  return boundary === 'postal_code' && postal_code !== undefined
}

function isArea(tags: OsmTags): boolean {
  return (
    parseAdminLevel(tags) !== undefined ||
    classifySettlement(tags) !== undefined ||
    isPostalArea(tags)
  )
}

export function selectOutlineWays(members: readonly OsmMember[]): number[] {
  const ways = members.filter(
    ({ type, role }) => type === 'way' && (role === '' || role === 'outer' || role === 'inner'),
  )
  return [...new Set(ways.map(({ ref }) => ref))]
}

/** Returns the area of a relation, or undefined if the relation is not an area. */
export function readAreaRelation(
  id: number,
  members: readonly OsmMember[],
  tags: OsmTags,
): AreaSource | undefined {
  if (tags.type !== 'boundary' && tags.type !== 'multipolygon') return undefined
  if (!isArea(tags)) return undefined
  const nodes = (role: string) =>
    members.filter((member) => member.type === 'node' && member.role === role)
  const label = nodes('label')[0]?.ref
  const parts = members.filter(({ type, role }) => type === 'relation' && role === 'subarea')
  return {
    id: `osm:relation/${id}`,
    relation: id,
    tags,
    ways: selectOutlineWays(members),
    adminCentres: [...nodes('admin_centre'), ...nodes('admin_center')].map(({ ref }) => ref),
    ...(label !== undefined && { label }),
    subareas: parts.map(({ ref }) => ref),
  }
}

/** Returns the area of a way, or undefined if the way is not an area. */
export function readAreaWay(
  id: number,
  nodes: readonly number[],
  tags: OsmTags,
): AreaSource | undefined {
  const isClosed = nodes.length > 3 && nodes[0] === nodes[nodes.length - 1]
  if (!isClosed || !isArea(tags)) return undefined
  return { id: `osm:way/${id}`, tags, ways: [id], adminCentres: [], subareas: [] }
}

export interface AreaOutline {
  /** Undefined if too much of the outline is missing. */
  shape?: AreaPolygon
  /** Whether parts are missing; straight lines replace them in the shape. */
  isCut: boolean
  /** A point inside the shape; without a shape, the middle of the known outline. */
  at?: LatLon
}

/** Maximum missing share of the length of an outline that the edge of the extract cuts. */
const maxMissingShare = 0.35

/**
 * Joins the ways of an outline. Closes small gaps at the edge of the extract with straight lines, which leave every
 * object of the extract on the correct side.
 */
export function assembleOutline(
  ways: readonly number[],
  nodesOfWays: LargeMap<number, readonly number[]>,
  nodes: NodeTable,
): AreaOutline {
  let isCut = false
  const runs: number[][] = []
  for (const way of ways) {
    let run: number[] = []
    for (const node of nodesOfWays.get(way) ?? []) {
      if (nodes.get(node)) run.push(node)
      else {
        isCut = true
        runs.push(run)
        run = []
      }
    }
    isCut ||= !nodesOfWays.has(way)
    runs.push(run)
  }
  const { closed, open } = assembleRings(runs)
  const lines = closed.map((ring) => nodes.line(ring))
  const chains = open.map((chain) => nodes.line(chain))
  isCut ||= chains.length > 0
  const closing = chains.length > 0 ? closeWithStraightLines(chains) : undefined
  if (closing) lines.push(closing)
  if (lines.length > 0 && (closing || chains.length === 0)) {
    const shape = new AreaPolygon(lines)
    if (shape.areaSquareMeters > 1) return { shape, isCut, at: shape.findInnerPoint() }
  }
  const points = [...lines, ...chains].flat()
  return { isCut: true, ...(points.length > 0 && { at: findBoxMiddle(points) }) }
}

/** Joins chains to one ring, each to the nearest end of another. Returns undefined if too much is missing. */
function closeWithStraightLines(chains: readonly (readonly LatLon[])[]): LatLon[] | undefined {
  const left = chains.slice(1)
  const ring = [...chains[0]!]
  let gapMeters = 0
  while (left.length > 0) {
    const end = ring[ring.length - 1]!
    let best = { at: 0, isReversed: false, meters: Infinity }
    for (const [at, chain] of left.entries())
      for (const isReversed of [false, true]) {
        const meters = measureMeters(end, chain[isReversed ? chain.length - 1 : 0]!)
        if (meters < best.meters) best = { at, isReversed, meters }
      }
    const [next] = left.splice(best.at, 1)
    ring.push(...(best.isReversed ? next!.toReversed() : next!))
    gapMeters += best.meters
  }
  gapMeters += measureMeters(ring[ring.length - 1]!, ring[0]!)
  ring.push(ring[0]!)
  return ring.length > 3 && gapMeters <= maxMissingShare * measureLength(ring) ? ring : undefined
}

function findBoxMiddle(points: readonly LatLon[]): LatLon {
  const { min_lat, max_lat, min_lon, max_lon } = computeBounds(points)
  return { lat: (min_lat + max_lat) / 2, lon: (min_lon + max_lon) / 2 }
}
