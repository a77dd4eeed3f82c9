import type { LatLon } from '#ground/geo'
import type { NodeTable } from '../osm/index.ts'
import { type AdminArea, isCalled, isSettlementType, nameKeysOf } from './admin-area.ts'
import type { AreaSource, PlaceNode } from './area-sources.ts'
import { mergeNames, namesOf } from './names.ts'
import { flatMeters } from './plane.ts'
import { settlementClassOf } from './settlement.ts'

/** Nearer things of one name and type are the same, where no shape decides it. */
export const namesakeMeters = 3_000

/** The position of an area's label, or of its admin centre. */
export function labelOf(
  { label, adminCentres }: AreaSource,
  places: ReadonlyMap<number, PlaceNode>,
  nodes: NodeTable,
): LatLon | undefined {
  for (const node of label === undefined ? adminCentres : [label, ...adminCentres]) {
    const at = places.get(node)?.at ?? nodes.get(node)
    if (at) return at
  }
  return undefined
}

export function isSamePlace(area: AdminArea, { tags }: PlaceNode): boolean {
  if (area.tags.wikidata && area.tags.wikidata === tags.wikidata) return true
  return tags.name !== undefined && isCalled(area, tags.name)
}

/** Whether the types allow an area and a node to be the same place. */
function areCompatible(area: AdminArea, node: PlaceNode): boolean {
  const type = settlementClassOf(node.tags)?.type
  return type === area.type || (isSettlementType(type) && isSettlementType(area.type))
}

/** Merges the node of a settlement into its area: the position of the node, the shape of the area. */
export function mergeNodeInto(area: AdminArea, node: PlaceNode, linked: Set<number>): void {
  linked.add(node.id)
  const settlement = settlementClassOf(node.tags)
  area.names = mergeNames(area.names, namesOf(node.tags, 'area'))
  area.tags = { ...node.tags, ...area.tags }
  if (area.type !== 'country' || area.shape) area.at = node.at
  if (settlement?.type === area.type) area.base = settlement.base
  if (settlement) area.radiusMeters = settlement.radiusMeters
}

interface PlaceNodes {
  places: ReadonlyMap<number, PlaceNode>
  byName: ReadonlyMap<string, readonly PlaceNode[]>
  /** Nodes that are merged into an area already. */
  linked: Set<number>
}

/** Merges the node of the same place into an area: its label, its admin centre, or a node inside. */
export function linkPlaceNode(area: AdminArea, source: AreaSource, known: PlaceNodes): void {
  if (area.type === 'country') return
  const node = placeNodeOf(area, source, known)
  if (node) mergeNodeInto(area, node, known.linked)
}

function placeNodeOf(
  area: AdminArea,
  { label, adminCentres }: AreaSource,
  { places, byName, linked }: PlaceNodes,
): PlaceNode | undefined {
  const isCandidate = (node: PlaceNode | undefined): node is PlaceNode =>
    node !== undefined && !linked.has(node.id) && areCompatible(area, node)
  const labelled = label === undefined ? undefined : places.get(label)
  if (isCandidate(labelled)) return labelled
  const centre = adminCentres
    .map((id) => places.get(id))
    .find((node) => isCandidate(node) && isSamePlace(area, node))
  if (centre) return centre
  return [...nameKeysOf(area)]
    .flatMap((key) => byName.get(key) ?? [])
    .filter((node) => isCandidate(node) && isInOrNear(area, node.at))
    .sort((a, b) => radiusOf(b) - radiusOf(a) || a.id - b.id)[0]
}

/** Near, when the area has no shape. */
function isInOrNear({ shape, at }: AdminArea, node: LatLon): boolean {
  return shape ? shape.contains(node) : flatMeters(at, node) < namesakeMeters
}

/**
 * Drops a cut shape without the area's own centre in it: the border of a neighbour that runs around the
 * extract looks like an outline of the extract.
 */
export function dropForeignShape(
  area: AdminArea,
  source: AreaSource,
  places: ReadonlyMap<number, PlaceNode>,
  nodes: NodeTable,
): void {
  if (!area.shape || !area.isCut) return
  const centre = area.radiusMeters > 0 ? area.at : labelOf(source, places, nodes)
  if (!centre || !area.shape.contains(centre)) delete area.shape
}

/** Puts a region or county that has the name of its admin centre there: that is where its name leads. */
export function moveToAdminCentre(
  area: AdminArea,
  { adminCentres }: AreaSource,
  places: ReadonlyMap<number, PlaceNode>,
): void {
  if (area.type !== 'region' && area.type !== 'county') return
  for (const centre of adminCentres) {
    const node = places.get(centre)
    if (node && isSamePlace(area, node)) area.at = node.at
  }
}

function radiusOf({ tags }: PlaceNode): number {
  return settlementClassOf(tags)?.radiusMeters ?? 0
}
