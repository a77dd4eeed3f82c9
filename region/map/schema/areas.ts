import { isTunnel } from '../../features/index.ts'
import type { OsmTags } from '../../osm/index.ts'
import { type Placement, splitWords } from './layers.ts'
import { isSet, selectNames } from './names.ts'
import { placeInterests } from './points.ts'

/** Land cover and use: key, zoom level, values. A value may name the kind it is drawn as after a colon. */
const lands = [
  ['natural', 7, 'wood:forest'],
  ['natural', 11, 'heath scrub grassland fell:grassland bare_rock scree shingle beach sand'],
  ['landuse', 7, 'forest'],
  [
    'landuse',
    10,
    `residential garages commercial retail industrial quarry railway landfill brownfield greenfield
    farmland farmyard greenhouse_horticulture orchard plant_nursery vineyard`,
  ],
  [
    ...(['landuse', 11] as const),
    'allotments cemetery grass meadow recreation_ground village_green',
  ],
  ['amenity', 11, 'grave_yard'],
  ['leisure', 11, 'garden golf_course miniature_golf park playground'],
] as const
const wetlands = splitWords('swamp bog string_bog wet_meadow marsh')

const sites = [
  ['amenity', splitWords('university college school hospital prison parking bicycle_parking')],
  ['leisure', splitWords('sports_centre')],
  ['landuse', splitWords('construction')],
  ['military', splitWords('danger_area')],
] as const

const noBuildings = splitWords('no proposed planned razed demolished destroyed')
const piers = splitWords('pier breakwater groyne')
const squares = splitWords('pedestrian footway service')

/** Returns the layers in which an area appears, each with its minimum zoom and attributes. */
export function areaPlacements(tags: OsmTags): Placement[] {
  const placements = placeInterests(tags).map((placement) => ({ ...placement, isLabel: true }))
  const add = (placement: Placement): void => void placements.push({ isLabel: false, ...placement })
  const water = classifyWater(tags)
  if (water) {
    add({ layer: 'water_polygons', minZoom: 4, attributes: { kind: water }, withArea: true })
    const attributes = { kind: water, ...selectNames(tags) }
    const label = { isLabel: true, withArea: true }
    if (tags.name) add({ layer: 'water_polygons_labels', minZoom: 9, attributes, ...label })
  } else {
    const land = classifyLand(tags)
    if (land) add({ layer: 'land', minZoom: land.minZoom, attributes: { kind: land.kind } })
  }
  for (const [key, values] of sites) {
    if (!values.has(tags[key] ?? '')) continue
    add({ layer: 'sites', minZoom: 14, attributes: { kind: tags[key] } })
    break
  }
  if (tags.building !== undefined && !noBuildings.has(tags.building) && !isSet(tags.indoor))
    add({ layer: 'buildings', minZoom: 14, attributes: {} })
  if (tags.waterway === 'dam')
    add({ layer: 'dam_polygons', minZoom: 12, attributes: { kind: 'dam' } })
  if (piers.has(tags.man_made ?? ''))
    add({ layer: 'pier_polygons', minZoom: 12, attributes: { kind: tags.man_made } })
  if (tags.man_made === 'bridge')
    add({ layer: 'bridges', minZoom: 12, attributes: { kind: 'bridge' } })
  for (const placement of placeSquare(tags)) add(placement)
  return placements
}

function classifyWater(tags: OsmTags): string | undefined {
  if (isTunnel(tags) || isSet(tags.covered) || tags.location === 'underground') return undefined
  if (tags.natural === 'glacier') return 'glacier'
  if (tags.natural === 'water') {
    if (tags.water === 'river') return 'river'
    return tags.water === 'reservoir' || tags.water === 'basin' ? tags.water : 'water'
  }
  if (tags.waterway === 'riverbank') return 'river'
  if (tags.waterway === 'dock') return 'dock'
  return tags.landuse === 'reservoir' || tags.landuse === 'basin' ? tags.landuse : undefined
}

function classifyLand(tags: OsmTags): { kind: string; minZoom: number } | undefined {
  if (tags.natural === 'wetland') {
    const kind = wetlands.has(tags.wetland ?? '') ? tags.wetland! : 'marsh'
    return { kind, minZoom: 11 }
  }
  for (const [key, minZoom, list] of lands) {
    const kind = parseKinds(list).get(tags[key] ?? '')
    if (kind) return { kind, minZoom }
  }
  return undefined
}

const kindTables = new Map<string, ReadonlyMap<string, string>>()

/** Parses a list of values into the kinds they are drawn as. */
function parseKinds(list: string): ReadonlyMap<string, string> {
  const known = kindTables.get(list)
  if (known) return known
  const table = new Map(
    list.split(/\s+/).map((word) => {
      const [value, kind = value] = word.split(':') as [string, string?]
      return [value, kind] as const
    }),
  )
  kindTables.set(list, table)
  return table
}

/** Returns the layers of paved areas: squares, service areas, runways and taxiways. */
function placeSquare(tags: OsmTags): Placement[] {
  const isSquare = squares.has(tags.highway ?? '') && (tags.area === 'yes' || isMultipolygon(tags))
  const isRunway = tags.aeroway === 'runway' || tags.aeroway === 'taxiway'
  if (!isSquare && !(isRunway && (tags.area === 'yes' || isMultipolygon(tags)))) return []
  const kind = isSquare ? tags.highway : tags.aeroway
  const flags = { tunnel: isTunnel(tags) || undefined, bridge: isSet(tags.bridge) }
  const placements: Placement[] = [
    { layer: 'street_polygons', minZoom: 12, attributes: { kind, ...flags } },
  ]
  if (isSquare && tags.name) {
    const attributes = { kind, ...selectNames(tags) }
    placements.push({ layer: 'streets_polygons_labels', minZoom: 14, attributes, isLabel: true })
  }
  return placements
}

function isMultipolygon(tags: OsmTags): boolean {
  return tags.type === 'multipolygon'
}
