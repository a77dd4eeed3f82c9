import type { OsmTags } from '../osm/index.ts'
import { isBelowGround, isTunnel } from './covers.ts'
import type { GroundKind } from './feature.ts'

const set = (values: string): ReadonlySet<string> => new Set(values.split(' '))

// Values of OpenStreetMap keys, as its wiki defines them.
const roads = set(
  'motorway motorway_link trunk trunk_link primary primary_link secondary secondary_link tertiary tertiary_link unclassified residential living_street service road busway',
)
const paths = set('footway path track steps cycleway bridleway pedestrian via_ferrata ladder byway')
const motorways = set('motorway motorway_link')
const railways = set('rail light_rail narrow_gauge subway preserved funicular monorail')
/** Railways whose bridges have no footways. */
const elevated = set('light_rail subway monorail')
const formerRailways = set('disused abandoned')
const rivers = set('river canal')
const streams = set('stream ditch drain tidal_channel brook')
const barriers = set(
  'fence wall hedge retaining_wall city_wall hedge_bank wire_fence wood_fence dry_stone_wall',
)
const manMade = set('embankment dyke cutline breakwater groyne pier')
const moles = set('pier breakwater groyne')
const natural = set('tree_row earth_bank')

/** Minimum width of a canal; narrower ones count as ditches. */
const minCanalMeters = 4
/** Maximum length of an underpass for walkers. Our figure. */
const maxUnderpassMeters = 150
/** Minimum length of a scenic bridge. Our figure. */
const minScenicBridgeMeters = 30
/** Maximum speed limit of one-way carriageways in towns; faster ones count as fenced off. Our figure. */
const maxTownKilometersPerHour = 60

/**
 * Returns the kinds of a line, or none if it is not on the ground or its tags do not describe it.
 *
 * Roads, paths and tracks in tunnels are not on the ground. Bridges, and tunnels up to 150 m, open the barriers that
 * they cross: `crossing` for walkers, `passage` for motorways and railways. Railways in use are barriers; tram tracks
 * are part of their street. A trunk road is a barrier like a motorway if it is reserved for motor vehicles, or if it
 * is one of two carriageways outside a town.
 */
export function classifyLine(tags: OsmTags, lengthMeters: number): GroundKind[] {
  if (isBelowGround(tags)) return []
  const kinds = new Set<GroundKind>()
  const add = (...more: GroundKind[]): void => {
    for (const kind of more) kinds.add(kind)
  }
  const span = { lengthMeters, isBridge: isYes(tags.bridge), isTunnel: isTunnel(tags) }
  add(
    ...classifyHighway(tags, span),
    ...classifyRailway(tags, span),
    ...classifyWaterway(tags, span),
  )
  if (isYes(tags.ford) || tags.highway === 'ford') add('crossing')
  if (isLinear(tags)) add('linear')
  if (tags.barrier === 'ditch') add('stream')
  if (tags.natural === 'cliff') add('cliff', 'scenic')
  if (tags.man_made === 'pier') add('path')
  // People can walk on structures built in the water.
  if (moles.has(tags.man_made ?? '')) add('crossing')
  if (tags.man_made === 'bridge' && lengthMeters / 2 >= minScenicBridgeMeters) add('scenic')
  return [...kinds]
}

/** Whether a line with these tags has kinds at some length. */
export function isLine(tags: OsmTags): boolean {
  return classifyLine(tags, (2 * minScenicBridgeMeters + maxUnderpassMeters) / 2).length > 0
}

interface Span {
  lengthMeters: number
  isBridge: boolean
  isTunnel: boolean
}

function classifyHighway(tags: OsmTags, { lengthMeters, isBridge, isTunnel }: Span): GroundKind[] {
  const { highway = '' } = tags
  const isPath = paths.has(highway)
  if (!isPath && !roads.has(highway)) return []
  const isFenced = isMotorway(tags)
  const across = isFenced || tags.foot === 'no' ? 'passage' : 'crossing'
  if (isTunnel) return lengthMeters <= maxUnderpassMeters ? [across] : []
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
  return !(kilometersPerHour <= maxTownKilometersPerHour)
}

function classifyRailway(tags: OsmTags, { lengthMeters, isBridge, isTunnel }: Span): GroundKind[] {
  const { railway = '' } = tags
  if (formerRailways.has(railway)) return isTunnel ? [] : ['linear']
  if (!railways.has(railway)) return []
  if (isTunnel) return railway !== 'subway' && lengthMeters <= maxUnderpassMeters ? ['passage'] : []
  if (!isBridge) return ['railway', 'linear']
  const across = elevated.has(railway) ? 'passage' : 'crossing'
  return isLongBridge(tags, lengthMeters) ? ['linear', across, 'scenic'] : ['linear', across]
}

function classifyWaterway(tags: OsmTags, { isBridge, isTunnel }: Span): GroundKind[] {
  const { waterway = '' } = tags
  if (waterway === 'dam') return ['linear', 'crossing']
  if (waterway === 'weir') return ['linear']
  if (waterway === 'lock_gate') return ['crossing']
  if (isTunnel || tags.covered === 'yes') return []
  if (isBridge) return rivers.has(waterway) || streams.has(waterway) ? ['linear'] : []
  if (streams.has(waterway)) return ['stream']
  if (!rivers.has(waterway)) return []
  const isNarrow = waterway === 'canal' && Number.parseFloat(tags.width ?? '') < minCanalMeters
  return [isNarrow || tags.intermittent === 'yes' ? 'stream' : 'river']
}

/**
 * Whether a line lies on the ground and people follow it. Power lines, pipelines and aerialways lead over it, and do
 * not count.
 */
function isLinear({ barrier, man_made, natural: grown }: OsmTags): boolean {
  return barriers.has(barrier ?? '') || manMade.has(man_made ?? '') || natural.has(grown ?? '')
}

function isLongBridge({ bridge }: OsmTags, lengthMeters: number): boolean {
  return bridge === 'viaduct' || lengthMeters >= minScenicBridgeMeters
}

function isYes(value: string | undefined): boolean {
  return value !== undefined && value !== 'no'
}

/** Whether the kinds of a closed line apply to its inside, as for a square, instead of to the line. */
export function isFilled(tags: OsmTags): boolean {
  if (tags.natural === 'cliff') return false
  return tags.area === 'yes' || moles.has(tags.man_made ?? '') || tags.man_made === 'bridge'
}
