import type { LatLon } from '../../lib/geo/index.ts'
import type { NodeTable } from '../osm/index.ts'
import { type AdminArea, isCalled, nameKeysOf } from './admin-area.ts'
import type { AreaSource, PlaceNode } from './area-sources.ts'
import { mergeNames, namesOf } from './names.ts'
import { flatMeters } from './plane.ts'
import { settlementClassOf } from './settlement.ts'

/** Two things of one name and kind that are nearer than this are one, where no shape says it. */
export const namesakeMeters = 3_000

/** Where the name of an area is to be written, or the settlement that governs it. */
export function labelOf(
  { label, adminCentres: seats }: AreaSource,
  places: ReadonlyMap<number, PlaceNode>,
  nodes: NodeTable,
): LatLon | undefined {
  for (const node of label === undefined ? seats : [label, ...seats]) {
    const at = places.get(node)?.at ?? nodes.get(node)
    if (at) return at
  }
  return undefined
}

export function isSamePlace(area: AdminArea, { tags }: PlaceNode): boolean {
  if (area.tags.wikidata && area.tags.wikidata === tags.wikidata) return true
  return tags.name !== undefined && isCalled(area, tags.name)
}

/** Whether a node and an area can be one thing by what they are. */
function areAlike(area: AdminArea, node: PlaceNode): boolean {
  const type = settlementClassOf(node.tags)?.type
  if (type === area.type) return true
  const isTown = (t: AdminArea['type'] | undefined) => t === 'locality' || t === 'neighbourhood'
  return isTown(type) && isTown(area.type)
}

/** Makes the area and the node of one settlement one: where the node is, of the shape of the area. */
export function mergeNodeInto(area: AdminArea, node: PlaceNode, linked: Set<number>): void {
  linked.add(node.id)
  const rank = settlementClassOf(node.tags)
  area.names = mergeNames(area.names, namesOf(node.tags, 'area'))
  area.tags = { ...node.tags, ...area.tags }
  if (area.type !== 'country' || area.shape) area.at = node.at
  if (rank && rank.type === area.type) area.base = rank.base
  if (rank) area.radiusMeters = rank.radiusMeters
}

export function linkPlaceNode(
  area: AdminArea,
  { label, adminCentres: seats }: AreaSource,
  places: ReadonlyMap<number, PlaceNode>,
  byName: ReadonlyMap<string, readonly PlaceNode[]>,
  linked: Set<number>,
): void {
  if (area.type === 'country') return
  const fits = (node: PlaceNode | undefined): node is PlaceNode =>
    node !== undefined && !linked.has(node.id) && areAlike(area, node)
  const labelled = label === undefined ? undefined : places.get(label)
  const seat = (): PlaceNode | undefined =>
    seats.map((id) => places.get(id)).find((node) => fits(node) && isSamePlace(area, node))
  const inside = (): PlaceNode | undefined =>
    [...nameKeysOf(area)]
      .flatMap((key) => byName.get(key) ?? [])
      .filter((node) => fits(node) && isAt(area, node.at))
      .sort((a, b) => reachOf(b) - reachOf(a) || a.id - b.id)[0]
  const node = fits(labelled) ? labelled : (seat() ?? inside())
  if (node) mergeNodeInto(area, node, linked)
}

/** Of an area without a shape all that is known is where about it is. */
function isAt({ shape, at }: AdminArea, node: LatLon): boolean {
  return shape ? shape.contains(node) : flatMeters(at, node) < namesakeMeters
}

/**
 * The border of a neighbour that goes around the extract looks like an outline of the extract itself.
 * So a cut outline counts only when the middle of its area is in it.
 */
export function dropForeignShape(
  area: AdminArea,
  source: AreaSource,
  places: ReadonlyMap<number, PlaceNode>,
  nodes: NodeTable,
): void {
  if (!area.shape || !area.isCut) return
  const middle = area.radiusMeters > 0 ? area.at : labelOf(source, places, nodes)
  if (!middle || !area.shape.contains(middle)) delete area.shape
}

/** A parish lies around the town of its name: that is where its name takes people. */
export function moveToAdminCentre(
  area: AdminArea,
  { adminCentres: seats }: AreaSource,
  places: ReadonlyMap<number, PlaceNode>,
): void {
  if (area.type !== 'region' && area.type !== 'county') return
  for (const seat of seats) {
    const node = places.get(seat)
    if (node && isSamePlace(area, node)) area.at = node.at
  }
}

function reachOf({ tags }: PlaceNode): number {
  return settlementClassOf(tags)?.radiusMeters ?? 0
}
