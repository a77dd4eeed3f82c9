import type { OsmTags } from '../osm/index.ts'
import { isBelowGround, isTunnel } from './covers.ts'
import type { GroundKind } from './feature.ts'

const set = (values: string): ReadonlySet<string> => new Set(values.split(' '))

// Values of OpenStreetMap's keys with the meaning that the pages of its wiki give them.
const roads = set(
  'motorway motorway_link trunk trunk_link primary primary_link secondary secondary_link tertiary tertiary_link unclassified residential living_street service road busway',
)
const paths = set('footway path track steps cycleway bridleway pedestrian via_ferrata ladder byway')
const motorways = set('motorway motorway_link')
const railways = set('rail light_rail narrow_gauge subway preserved funicular monorail')
/** On bridges of these nobody walks. */
const elevated = set('light_rail subway monorail')
const formerRailways = set('disused abandoned')
const rivers = set('river canal')
const streams = set('stream ditch drain tidal_channel brook')
const barriers = set(
  'fence wall hedge retaining_wall city_wall hedge_bank wire_fence wood_fence dry_stone_wall',
)
const manMade = set('embankment dyke cutline pipeline goods_conveyor breakwater groyne pier')
const moles = set('pier breakwater groyne')
const natural = set('tree_row earth_bank')
const power = set('line minor_line')
const aerialways = set(
  'cable_car gondola mixed_lift chair_lift drag_lift t-bar j-bar platter rope_tow goods',
)

/** Narrower, a canal is a ditch. */
const canalMeters = 4
/** Longer, a tunnel is no way for walkers under what lies above it. Ours. */
const underpassMeters = 150
/** A bridge from this length on is something to be seen. Ours. */
const scenicBridgeMeters = 30
/** Faster, a carriageway of one direction is fenced off or as good as. Ours. */
const townKilometersPerHour = 60

/**
 * What a line is to somebody on the ground; empty for what is not on it or says nothing.
 *
 * Roads, paths and tracks in tunnels are not on the ground. What they lead under or over can be
 * crossed there: `crossing` for walkers, on tunnels up to 150 m; of motorways and railways `passage`.
 * Railway tracks are a barrier while there are trains; tram tracks are a part of their street. A trunk
 * road is a barrier like a motorway when it is reserved for motor vehicles, or one of two carriageways
 * outside a town.
 */
export function kindsOfLine(tags: OsmTags, lengthMeters: number): GroundKind[] {
  if (isBelowGround(tags)) return []
  const kinds = new Set<GroundKind>()
  const add = (...more: GroundKind[]): void => {
    for (const kind of more) kinds.add(kind)
  }
  const span = { lengthMeters, isBridge: isYes(tags.bridge), isTunnel: isTunnel(tags) }
  add(...highwayKinds(tags, span), ...railwayKinds(tags, span), ...waterwayKinds(tags, span))
  if (isYes(tags.ford) || tags.highway === 'ford') add('crossing')
  if (isLinear(tags)) add('linear')
  if (tags.barrier === 'ditch') add('stream')
  if (tags.natural === 'cliff') add('cliff', 'scenic')
  if (tags.man_made === 'pier') add('path')
  // What people have put into the water they can walk on.
  if (moles.has(tags.man_made ?? '')) add('crossing')
  if (tags.man_made === 'bridge' && lengthMeters / 2 >= scenicBridgeMeters) add('scenic')
  return [...kinds]
}

/** Whether a line of these tags is anything to somebody on the ground, if it has the right length. */
export function isLine(tags: OsmTags): boolean {
  return kindsOfLine(tags, (2 * scenicBridgeMeters + underpassMeters) / 2).length > 0
}

interface Span {
  lengthMeters: number
  isBridge: boolean
  isTunnel: boolean
}

function highwayKinds(tags: OsmTags, { lengthMeters, isBridge, isTunnel }: Span): GroundKind[] {
  const { highway = '' } = tags
  const isPath = paths.has(highway)
  if (!isPath && !roads.has(highway)) return []
  const isFenced = isMotorway(tags)
  const across = isFenced || tags.foot === 'no' ? 'passage' : 'crossing'
  if (isTunnel) return lengthMeters <= underpassMeters ? [across] : []
  const kinds: GroundKind[] = [isPath ? 'path' : 'road']
  if (isBridge) {
    kinds.push(across)
    if (isLongBridge(tags, lengthMeters)) kinds.push('scenic')
  } else if (isFenced) kinds.push('motorway')
  return kinds
}

function isMotorway({
  highway = '',
  motorroad,
  expressway,
  oneway,
  maxspeed,
  sidewalk,
}: OsmTags): boolean {
  if (motorways.has(highway) || motorroad === 'yes') return true
  if (highway !== 'trunk') return false
  if (expressway === 'yes') return true
  if (oneway !== 'yes' || (sidewalk !== undefined && sidewalk !== 'no')) return false
  const kilometersPerHour =
    Number.parseFloat(maxspeed ?? '') * (maxspeed?.endsWith('mph') ? 1.609 : 1)
  return !(kilometersPerHour <= townKilometersPerHour)
}

function railwayKinds(tags: OsmTags, { lengthMeters, isBridge, isTunnel }: Span): GroundKind[] {
  const { railway = '' } = tags
  if (formerRailways.has(railway)) return isTunnel ? [] : ['linear']
  if (!railways.has(railway)) return []
  if (isTunnel) return railway !== 'subway' && lengthMeters <= underpassMeters ? ['passage'] : []
  if (!isBridge) return ['railway', 'linear']
  const across = elevated.has(railway) ? 'passage' : 'crossing'
  return isLongBridge(tags, lengthMeters) ? ['linear', across, 'scenic'] : ['linear', across]
}

function waterwayKinds(tags: OsmTags, { isBridge, isTunnel }: Span): GroundKind[] {
  const { waterway = '' } = tags
  if (waterway === 'dam') return ['linear', 'crossing']
  if (waterway === 'weir') return ['linear']
  if (waterway === 'lock_gate') return ['crossing']
  if (isTunnel || tags.covered === 'yes') return []
  if (isBridge) return rivers.has(waterway) || streams.has(waterway) ? ['linear'] : []
  if (streams.has(waterway)) return ['stream']
  if (!rivers.has(waterway)) return []
  const isNarrow = waterway === 'canal' && Number.parseFloat(tags.width ?? '') < canalMeters
  return [isNarrow || tags.intermittent === 'yes' ? 'stream' : 'river']
}

function isLinear({
  barrier,
  man_made,
  natural: grown,
  power: current,
  aerialway,
}: OsmTags): boolean {
  return (
    barriers.has(barrier ?? '') ||
    manMade.has(man_made ?? '') ||
    natural.has(grown ?? '') ||
    power.has(current ?? '') ||
    aerialways.has(aerialway ?? '')
  )
}

function isLongBridge({ bridge }: OsmTags, lengthMeters: number): boolean {
  return bridge === 'viaduct' || lengthMeters >= scenicBridgeMeters
}

function isYes(value: string | undefined): boolean {
  return value !== undefined && value !== 'no'
}

/** Whether a closed line of these tags is what it encloses, such as a square, and not what goes round. */
export function isFilled(tags: OsmTags): boolean {
  if (tags.natural === 'cliff') return false
  return tags.area === 'yes' || moles.has(tags.man_made ?? '') || tags.man_made === 'bridge'
}
