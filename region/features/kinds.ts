import type { OsmTags } from '../osm/index.ts'
import { findLandCover, isBelowGround } from './covers.ts'
import type { GroundKind } from './feature.ts'

export { classifyLine, isFilled, isLine } from './lines.ts'

const set = (values: string): ReadonlySet<string> => new Set(values.split(' '))

/** Values of `building` that describe no standing building. */
const noBuildings = set('no proposed planned razed demolished destroyed')
/** Structures without the key `building`. */
const structures = [
  ['amenity', set('shelter')],
  ['tourism', set('alpine_hut wilderness_hut')],
  ['leisure', set('bird_hide')],
  ['historic', set('ruins')],
  ['military', set('bunker')],
  ['man_made', set('tower water_tower lighthouse windmill watermill silo storage_tank chimney')],
] as const
/**
 * Scenic objects. Memorials, wayside crosses and chapels are left out: in many countries they are
 * everywhere.
 */
const sights = [
  ['tourism', set('viewpoint')],
  ['natural', set('peak volcano arch')],
  ['waterway', set('waterfall')],
  ['historic', set('castle fort ruins monument tower')],
  ['man_made', set('tower water_tower lighthouse communications_tower obelisk')],
  ['building', set('castle ruins')],
] as const
/** Points where a road, a railway or a river can be crossed. */
const crossings = [
  ['highway', set('crossing traffic_signals ford')],
  ['railway', set('level_crossing crossing')],
  ['waterway', set('lock_gate')],
] as const

/** Returns the kinds of a point, or none if its tags do not describe the ground. */
export function classifyPoint(tags: OsmTags): GroundKind[] {
  const kinds = markKinds(tags)
  const isFord = tags.ford !== undefined && tags.ford !== 'no'
  if (isFord || isOneOf(tags, crossings)) kinds.push('crossing')
  return kinds
}

/** Returns the kinds of the inside of an area; for its outline, see {@link classifyLine}. */
export function classifyArea(tags: OsmTags): GroundKind[] {
  const cover = findLandCover(tags)
  return [...(cover ? [`land_cover:${cover}` as const] : []), ...markKinds(tags)]
}

function markKinds(tags: OsmTags): GroundKind[] {
  if (isBelowGround(tags)) return []
  const kinds: GroundKind[] = []
  const isBuilding = tags.building !== undefined && !noBuildings.has(tags.building)
  if (isBuilding || isOneOf(tags, structures)) kinds.push('structure')
  const isRuin = tags.ruins !== undefined && tags.ruins !== 'no'
  if (isRuin || isOneOf(tags, sights)) kinds.push('scenic')
  return kinds
}

function isOneOf(
  tags: OsmTags,
  table: readonly (readonly [string, ReadonlySet<string>])[],
): boolean {
  return table.some(([key, values]) => values.has(tags[key] ?? ''))
}
