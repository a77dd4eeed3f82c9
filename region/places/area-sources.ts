import { boundsOf, type LatLon } from '#ground/geo'
import type { LargeMap } from '#platform/large-data'
import { assembleRings, type NodeTable, type OsmMember, type OsmTags } from '../osm/index.ts'
import { AreaPolygon } from './area-polygon.ts'
import { flatMeters, lengthMeters } from './plane.ts'
import { settlementClassOf } from './settlement.ts'

/** A mapped area: a relation or a closed way. */
export interface AreaSource {
  id: string
  tags: OsmTags
  /** Ways of the outline. */
  ways: readonly number[]
  /** Nodes of the settlements that govern it. */
  adminCentres: readonly number[]
  /** Node of its name on the map. */
  label?: number
  /** Relations inside it. */
  subareas: readonly number[]
  relation?: number
}

/** A node of a settlement or of a part of one. */
export interface PlaceNode {
  id: number
  tags: OsmTags
  at: LatLon
}

/** Undefined for objects that are no administrative areas. */
export function adminLevelOf({ boundary, admin_level, name }: OsmTags): number | undefined {
  const level = Number(admin_level)
  if (boundary !== 'administrative' || !name) return undefined
  return Number.isInteger(level) && level >= 2 && level <= 12 ? level : undefined
}

/** An area of one postcode. */
export function isPostalArea({ boundary, postal_code }: OsmTags): boolean {
  return boundary === 'postal_code' && postal_code !== undefined
}

function isArea(tags: OsmTags): boolean {
  return (
    adminLevelOf(tags) !== undefined || settlementClassOf(tags) !== undefined || isPostalArea(tags)
  )
}

export function outlineWays(members: readonly OsmMember[]): number[] {
  const ways = members.filter(
    ({ type, role }) => type === 'way' && (role === '' || role === 'outer' || role === 'inner'),
  )
  return [...new Set(ways.map(({ ref }) => ref))]
}

/** Undefined for relations that are no areas. */
export function areaRelation(
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
    ways: outlineWays(members),
    adminCentres: [...nodes('admin_centre'), ...nodes('admin_center')].map(({ ref }) => ref),
    ...(label !== undefined && { label }),
    subareas: parts.map(({ ref }) => ref),
  }
}

/** Undefined for ways that are no areas. */
export function areaWay(
  id: number,
  nodes: readonly number[],
  tags: OsmTags,
): AreaSource | undefined {
  const isClosed = nodes.length > 3 && nodes[0] === nodes[nodes.length - 1]
  if (!isClosed || !isArea(tags)) return undefined
  return { id: `osm:way/${id}`, tags, ways: [id], adminCentres: [], subareas: [] }
}

export interface AreaOutline {
  /** Undefined when too much is missing. */
  shape?: AreaPolygon
  /** Parts are missing; straight lines replace them in the shape. */
  isCut: boolean
  /** Inside the shape; without a shape, the middle of the known outline. */
  at?: LatLon
}

/** Of the length of an outline that is cut at the edge of the extract. */
const maxMissingShare = 0.35

/**
 * Joins the ways of an outline. Small gaps at the edge of the extract are closed by straight lines: objects
 * in the extract are on the right side of these.
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
    if (shape.areaSquareMeters > 1) return { shape, isCut, at: shape.innerPoint() }
  }
  const points = [...lines, ...chains].flat()
  return { isCut: true, ...(points.length > 0 && { at: middleOf(points) }) }
}

/** Joins chains to one ring, each to the nearest end of another; undefined when too much is missing. */
function closeWithStraightLines(chains: readonly (readonly LatLon[])[]): LatLon[] | undefined {
  const left = chains.slice(1)
  const ring = [...chains[0]!]
  let gapMeters = 0
  while (left.length > 0) {
    const end = ring[ring.length - 1]!
    let best = { at: 0, isReversed: false, meters: Infinity }
    for (const [at, chain] of left.entries())
      for (const isReversed of [false, true]) {
        const meters = flatMeters(end, chain[isReversed ? chain.length - 1 : 0]!)
        if (meters < best.meters) best = { at, isReversed, meters }
      }
    const [next] = left.splice(best.at, 1)
    ring.push(...(best.isReversed ? next!.toReversed() : next!))
    gapMeters += best.meters
  }
  gapMeters += flatMeters(ring[ring.length - 1]!, ring[0]!)
  ring.push(ring[0]!)
  return ring.length > 3 && gapMeters <= maxMissingShare * lengthMeters(ring) ? ring : undefined
}

function middleOf(points: readonly LatLon[]): LatLon {
  const { min_lat, max_lat, min_lon, max_lon } = boundsOf(points)
  return { lat: (min_lat + max_lat) / 2, lon: (min_lon + max_lon) / 2 }
}
