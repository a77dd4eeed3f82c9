import type { OsmTags } from '../osm/index.ts'
import type { MappedLandCover } from './feature.ts'

/**
 * Land cover by OpenStreetMap's keys and values, after the keys' wiki pages. The first key with a match counts:
 * vegetation and surface (`natural`) before land use. Ownership and protection (`leisure=nature_reserve`,
 * `landuse=military`, `boundary=*`) do not describe the ground. Swimming pools and fountains are not open water; bays
 * overlap the sea, which is derived from the coastline.
 */
const covers: Readonly<Record<string, Readonly<Partial<Record<MappedLandCover, string>>>>> = {
  natural: {
    wood: 'wood tree_group',
    scrub: 'scrub heath shrubbery',
    open: 'grassland fell moor tundra',
    rock: 'bare_rock scree shingle rock stone blockfield',
    sand: 'sand beach dune shoal',
    wetland: 'wetland mud marsh',
    water: 'water',
    ice: 'glacier',
  },
  waterway: { water: 'riverbank dock' },
  water: { water: 'river lake pond reservoir canal lagoon oxbow' },
  golf: { water: 'water_hazard lateral_water_hazard' },
  landcover: {
    wood: 'trees',
    scrub: 'scrub bushes',
    open: 'grass grassland meadow',
    sand: 'sand',
    rock: 'bare_rock gravel',
    water: 'water',
  },
  landuse: {
    wood: 'forest wood',
    scrub: 'scrub',
    open: 'meadow grass grassland pasture village_green recreation_ground cemetery greenfield flowerbed winter_sports logging',
    field:
      'farmland farm orchard vineyard allotments plant_nursery greenhouse_horticulture animal_keeping',
    built_up:
      'residential commercial industrial retail farmyard construction brownfield railway garages depot port education institutional religious civic_admin healthcare fairground landfill',
    rock: 'quarry',
    water: 'basin reservoir salt_pond aquaculture',
  },
  leisure: {
    open: 'park garden golf_course pitch playground common dog_park horse_riding recreation_ground village_green',
    built_up: 'sports_centre stadium water_park',
  },
  amenity: {
    open: 'grave_yard',
    built_up:
      'school university college hospital clinic kindergarten parking marketplace prison bus_station fuel',
  },
  tourism: { open: 'camp_site caravan_site picnic_site', built_up: 'zoo theme_park' },
  aeroway: { open: 'aerodrome airstrip', built_up: 'runway taxiway apron terminal' },
  power: { built_up: 'plant substation' },
  man_made: {
    rock: 'breakwater groyne',
    built_up: 'works wastewater_plant water_works',
  },
  place: { built_up: 'square' },
}

const byKey = Object.entries(covers).map(([key, values]) => {
  const entries = Object.entries(values) as [MappedLandCover, string][]
  const coverByValue = new Map(
    entries.flatMap(([cover, list]) => list.split(' ').map((v) => [v, cover])),
  )
  return [key, coverByValue as ReadonlyMap<string, MappedLandCover>] as const
})

const pebbles = new Set(['pebbles', 'pebblestone', 'shingle', 'gravel', 'stone', 'stones', 'rock'])
/** Basins that hold water only after rain. */
const dryBasins = new Set(['detention', 'infiltration'])
const farmedSun = new Set(['solar', 'wind'])

/** Returns the land cover that the tags of an area describe, if any. */
export function findLandCover(tags: OsmTags): MappedLandCover | undefined {
  for (const [key, coverOf] of byKey) {
    const value = tags[key]
    const cover = value === undefined ? undefined : coverOf.get(value)
    if (cover) return refineCover(cover, tags)
  }
  return undefined
}

function refineCover(cover: MappedLandCover, tags: OsmTags): MappedLandCover | undefined {
  if (isBelowGround(tags)) return undefined
  if (cover === 'water') {
    if (tags.covered === 'yes' || isTunnel(tags)) return undefined
    if (dryBasins.has(tags.basin ?? '')) return 'open'
    // Water that is dry for part of the year is not a barrier.
    return tags.intermittent === 'yes' ? 'wetland' : 'water'
  }
  if (cover === 'sand' && pebbles.has(tags.surface ?? '')) return 'rock'
  if (tags.power === 'plant' && farmedSun.has(tags['plant:source'] ?? '')) return undefined
  return cover
}

/** Whether an object is below the ground, such as an underground car park. */
export function isBelowGround({
  location,
  parking,
  layer,
  building,
  indoor,
  amenity,
}: OsmTags): boolean {
  if (location === 'underground' || location === 'underwater' || parking === 'underground')
    return true
  if (indoor !== undefined && indoor !== 'no') return true
  return Number(layer) < 0 && (building !== undefined || amenity === 'parking')
}

const openTunnels = new Set([
  'no',
  'building_passage',
  'avalanche_protector',
  'arcade',
  'colonnade',
])

/** Whether a way leads below the ground; passages through buildings or under roofs do not. */
export function isTunnel({ tunnel }: OsmTags): boolean {
  return tunnel !== undefined && !openTunnels.has(tunnel)
}
