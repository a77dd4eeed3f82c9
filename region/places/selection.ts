import { hasCategory } from '#places/categories'
import type { OsmTags } from '../osm/index.ts'
import { parseAdminLevel } from './area-sources.ts'
import { classifySettlement } from './settlement.ts'

/** Values of `highway` that can be streets. */
const streetKinds: ReadonlySet<string> = new Set([
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'pedestrian',
  'service',
  'road',
  'track',
  'footway',
  'path',
  'steps',
  'cycleway',
  'bridleway',
  'busway',
  'corridor',
  'motorway_link',
  'trunk_link',
  'primary_link',
  'secondary_link',
  'tertiary_link',
])

/** Roads that are known by their number if they have no name. */
const numberedKinds: ReadonlySet<string> = new Set(
  ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'unclassified'], //
)

/**
 * Whether an object is a settlement. A settlement is neither a street nor a venue, whatever its other tags: one object
 * is one place.
 */
function isSettlement(tags: OsmTags): boolean {
  return classifySettlement(tags) !== undefined || parseAdminLevel(tags) !== undefined
}

/** Whether a way or area has a name that can be in an address. */
export function isStreet(tags: OsmTags): boolean {
  if (isSettlement(tags)) return false
  if (tags.place === 'square') return tags.name !== undefined
  const kind = tags.highway
  if (kind === undefined || !streetKinds.has(kind)) return false
  return tags.name !== undefined || (tags.ref !== undefined && numberedKinds.has(kind))
}

/** Whether intersections of this street become places; intersections of paths do not. */
export function hasCrossings({ highway, name, place }: OsmTags): boolean {
  if (name === undefined || place === 'square' || highway === undefined) return false
  return !['path', 'track', 'footway', 'steps', 'cycleway', 'bridleway'].includes(highway)
}

export function hasAddress(tags: OsmTags): boolean {
  return tags['addr:housenumber'] !== undefined || tags['addr:housename'] !== undefined
}

/** Keys of named venues, with the values to exclude. */
const venueKeys: Readonly<Record<string, string>> = {
  aerialway: 'pylon|zip_line',
  aeroway: 'runway|taxiway|apron|parking_position|gate|navigationaid|holding_position',
  amenity: 'parking_space|parking_entrance',
  barrier: 'wall|fence|hedge|kerb|retaining_wall|guard_rail|bollard|gate',
  boundary: 'administrative|postal_code|political|region|historic|census|local_authority',
  building: 'no',
  club: '',
  craft: '',
  emergency: 'fire_hydrant|yes|no|designated',
  geological: '',
  healthcare: '',
  historic: '',
  junction: 'roundabout|circular|yes',
  landuse: '',
  leisure: '',
  man_made: 'pipeline|cutline|embankment|dyke|surveillance',
  military: '',
  mountain_pass: 'no',
  natural: 'tree|tree_row|coastline|scrub|grassland',
  office: '',
  power: 'line|minor_line|cable|tower|pole|portal|catenary_mast',
  public_transport: 'stop_area|stop_area_group',
  railway:
    'rail|tram|subway|light_rail|narrow_gauge|funicular|monorail|abandoned|disused|razed|signal|switch|crossing|level_crossing|platform_edge|proposed|construction|preserved|milestone',
  shop: 'no|vacant',
  sport: '',
  tourism: '',
  waterway: 'dock_gate|lock_gate',
}

const excludedValues: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(venueKeys).map(([key, values]) => [key, new Set(values.split('|'))]),
)

/** Railways that people know as one line. Tracks in stations have names too, but these name the platforms. */
const lineRailways: ReadonlySet<string> = new Set([
  'funicular',
  'monorail',
  'narrow_gauge',
  'preserved',
])

const waterLines: ReadonlySet<string> = new Set(['river', 'stream', 'canal', 'ditch', 'drain'])

/** Whether an object is a river or named railway, whose pieces form one venue. */
export function isLongLine({ waterway, railway, name, usage, service }: OsmTags): boolean {
  if (waterLines.has(waterway ?? '')) return true
  if (name === undefined || service !== undefined) return false
  return lineRailways.has(railway ?? '') || (railway === 'rail' && usage !== undefined)
}

const placeVenues: ReadonlySet<string> = new Set([
  'island',
  'islet',
  'archipelago',
  'peninsula',
  'locality',
  'farm',
  'square',
  'city_block',
  'plot',
  'sea',
  'ocean',
])

const highwayVenues: ReadonlySet<string> = new Set([
  'bus_stop',
  'platform',
  'services',
  'rest_area',
])

/** Whether an object has a category, or has a name and is in the tables above. */
export function isVenue(tags: OsmTags): boolean {
  if (isSettlement(tags)) return false
  if (hasCategory(tags)) return true
  if (tags.name === undefined) return false
  if (
    isLongLine(tags) ||
    placeVenues.has(tags.place ?? '') ||
    highwayVenues.has(tags.highway ?? '')
  )
    return true
  if (tags.highway !== undefined) return false
  for (const key in tags) {
    const excluded = excludedValues.get(key)
    if (excluded && !excluded.has(tags[key]!)) return true
  }
  return false
}

/** Whether house numbers are interpolated along a line. */
export function isInterpolation(tags: OsmTags): boolean {
  return tags['addr:interpolation'] !== undefined
}

/** Whether an object is a house with a name, without a number, and with no other use. */
export function isNamedHouse(tags: OsmTags): boolean {
  const hasNameOnly = tags['addr:housename'] !== undefined && !tags['addr:housenumber']
  return hasNameOnly && !isSettlement(tags) && !isVenue(tags) && !isStreet(tags)
}

/** Whether an object becomes a place, part of a place, or a house. */
export function isWanted(tags: OsmTags): boolean {
  return isStreet(tags) || hasAddress(tags) || isInterpolation(tags) || isVenue(tags)
}

/** Whether an object is or describes a place: a settlement, street, house or venue. */
export function isPlaceObject(tags: OsmTags): boolean {
  return classifySettlement(tags) !== undefined || isWanted(tags)
}
