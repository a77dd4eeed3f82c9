import type { LatLon } from '#ground/geo'
import type { NodeTable } from '../osm/index.ts'
import { type AdminArea, collectNameKeys, isCalled, isSettlementType } from './admin-area.ts'
import type { AreaSource, PlaceNode } from './area-sources.ts'
import { mergeNames, readNames } from './names.ts'
import { measureMeters } from './plane.ts'
import { classifySettlement } from './settlement.ts'

/** Maximum distance between two objects of one name and type that are the same place, where no shape decides it. */
export const namesakeMeters = 3_000

/** Returns the position of an area's label, or of its admin centre. */
export function findLabelPosition(
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

/** Whether the types of an area and a node allow them to be the same place. */
function areCompatible(area: AdminArea, node: PlaceNode): boolean {
  const type = classifySettlement(node.tags)?.type
  return type === area.type || (isSettlementType(type) && isSettlementType(area.type))
}

/** Merges the node of a settlement into its area. The position comes from the node, the shape from the area. */
export function mergeNodeInto(area: AdminArea, node: PlaceNode, linked: Set<number>): void {
  linked.add(node.id)
  const settlement = classifySettlement(node.tags)
  area.names = mergeNames(area.names, readNames(node.tags, 'area'))
  area.tags = { ...node.tags, ...area.tags }
  if (area.type !== 'country' || area.shape) area.at = node.at
  if (settlement?.type === area.type) area.base = settlement.base
  if (settlement) area.radiusMeters = settlement.radiusMeters
}

interface PlaceNodes {
  places: ReadonlyMap<number, PlaceNode>
  byName: ReadonlyMap<string, readonly PlaceNode[]>
  /** Ids of nodes that are already merged into an area. */
  linked: Set<number>
}

/** Merges an area with the node of the same place: its label, its admin centre, or a node inside the area. */
export function linkPlaceNode(area: AdminArea, source: AreaSource, known: PlaceNodes): void {
  if (area.type === 'country') return
  const node = findPlaceNode(area, source, known)
  if (node) mergeNodeInto(area, node, known.linked)
}

function findPlaceNode(
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
  return [...collectNameKeys(area)]
    .flatMap((key) => byName.get(key) ?? [])
    .filter((node) => isCandidate(node) && isInOrNear(area, node.at))
    .sort((a, b) => readRadius(b) - readRadius(a) || a.id - b.id)[0]
}

/** Whether a node is inside the area, or near it if the area has no shape. */
function isInOrNear({ shape, at }: AdminArea, node: LatLon): boolean {
  return shape ? shape.contains(node) : measureMeters(at, node) < namesakeMeters
}

/**
 * Drops a cut shape that does not contain the area's own centre: where a neighbour's border runs around the extract,
 * it looks like an outline of the extract.
 */
export function dropForeignShape(
  area: AdminArea,
  source: AreaSource,
  places: ReadonlyMap<number, PlaceNode>,
  nodes: NodeTable,
): void {
  if (!area.shape || !area.isCut) return
  const centre = area.radiusMeters > 0 ? area.at : findLabelPosition(source, places, nodes)
  if (!centre || !area.shape.contains(centre)) delete area.shape
}

/**
 * Moves a region or county to its admin centre if both have the same name, because people who search the name mean the
 * centre.
 */
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

function readRadius({ tags }: PlaceNode): number {
  return classifySettlement(tags)?.radiusMeters ?? 0
}
