import type { Tags } from '../osm/index.ts'
import { isBelowGround, landCoverOf } from './covers.ts'
import type { GroundKind } from './feature.ts'

export { isFilled, isLine, kindsOfLine } from './lines.ts'

const set = (values: string): ReadonlySet<string> => new Set(values.split(' '))

/** Values of `building` without a building standing. */
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

/** Kinds of a point; empty if its tags say nothing of the ground. */
export function kindsOfPoint(tags: Tags): GroundKind[] {
  const kinds = markKinds(tags)
  const isFord = tags.ford !== undefined && tags.ford !== 'no'
  if (isFord || isOneOf(tags, crossings)) kinds.push('crossing')
  return kinds
}

/** Kinds of the inside of an area; {@link kindsOfLine} gives those of its outline. */
export function kindsOfArea(tags: Tags): GroundKind[] {
  const cover = landCoverOf(tags)
  return [...(cover ? [`land_cover:${cover}` as const] : []), ...markKinds(tags)]
}

function markKinds(tags: Tags): GroundKind[] {
  if (isBelowGround(tags)) return []
  const kinds: GroundKind[] = []
  const isBuilding = tags.building !== undefined && !noBuildings.has(tags.building)
  if (isBuilding || isOneOf(tags, structures)) kinds.push('structure')
  const isRuin = tags.ruins !== undefined && tags.ruins !== 'no'
  if (isRuin || isOneOf(tags, sights)) kinds.push('scenic')
  return kinds
}

function isOneOf(tags: Tags, table: readonly (readonly [string, ReadonlySet<string>])[]): boolean {
  return table.some(([key, values]) => values.has(tags[key] ?? ''))
}
