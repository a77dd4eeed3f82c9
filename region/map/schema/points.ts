import type { OsmTags } from '../../osm/index.ts'
import { type Placement, splitWords } from './layers.ts'
import { parseNumber, selectNames } from './names.ts'

/** Lowest zoom level that shows the name of a place, by the value of `place`. */
const placeZooms: Readonly<Record<string, number>> = {
  city: 6,
  town: 7,
  village: 10,
  hamlet: 10,
  suburb: 10,
  quarter: 10,
  neighbourhood: 10,
  isolated_dwelling: 10,
  farm: 10,
  island: 10,
  locality: 10,
}
const capitalZoom = 4

/** Values of each key that are points of interest; `*` matches any value. */
const interests: Readonly<Record<string, ReadonlySet<string>>> = {
  amenity:
    splitWords(`arts_centre atm bank bar bench bicycle_rental biergarten bus_station cafe car_rental
    car_wash charging_station childcare cinema clinic college community_centre courthouse dentist
    doctors drinking_water embassy fast_food fire_station food_court fountain fuel grave_yard hospital
    hunting_stand ice_cream kindergarten library marketplace monastery nightclub nursing_home parking
    pharmacy place_of_worship police post_box post_office prison pub public_building recycling
    restaurant school shelter social_facility swimming_pool telephone theatre toilets townhall
    university vending_machine veterinary`),
  emergency: splitWords('defibrillator fire_hydrant phone mountain_rescue ambulance_station'),
  highway: splitWords('emergency_access_point'),
  historic:
    splitWords(`archaeological_site battlefield castle fort memorial monument ruins wayside_cross
    wayside_shrine wreck`),
  leisure:
    splitWords(`dog_park golf_course ice_rink pitch playground sports_centre stadium swimming_pool
    water_park marina fitness_centre`),
  man_made: splitWords(
    'lighthouse observation tower wastewater_plant water_tower water_well water_works watermill windmill',
  ),
  office: splitWords('diplomatic'),
  shop: splitWords('*'),
  tourism:
    splitWords(`alpine_hut artwork attraction bed_and_breakfast camp_site caravan_site chalet gallery
    guest_house hostel hotel information motel museum picnic_site theme_park viewpoint wilderness_hut
    zoo`),
}

/** Kinds of stops: key, value, kind, zoom level. */
const stops = [
  ['aeroway', 'aerodrome', 'aerodrome', 11],
  ['aeroway', 'helipad', 'helipad', 13],
  ['railway', 'station', 'station', 13],
  ['railway', 'halt', 'halt', 13],
  ['railway', 'tram_stop', 'tram_stop', 14],
  ['amenity', 'bus_station', 'bus_station', 13],
  ['amenity', 'ferry_terminal', 'ferry_terminal', 12],
  ['aerialway', 'station', 'aerialway_station', 13],
  ['highway', 'bus_stop', 'bus_stop', 14],
] as const

/** Returns the drawings of a node. */
export function placePoint(tags: OsmTags): Placement[] {
  const placements = placeInterests(tags)
  const place = placeZooms[tags.place ?? '']
  if (place !== undefined && tags.name) placements.push(placeLabel(tags, place))
  if (tags.highway === 'motorway_junction' && tags.ref) {
    const attributes = { kind: 'motorway_junction', ref: tags.ref, ...selectNames(tags) }
    placements.push({ layer: 'street_labels_points', minZoom: 12, attributes })
  }
  const peak = placePeak(tags)
  if (peak) placements.push(peak)
  return placements
}

/** Returns the drawings that nodes and areas share: points of interest, stops and addresses. */
export function placeInterests(tags: OsmTags): Placement[] {
  const placements: Placement[] = []
  const interesting = Object.entries(interests).flatMap(([key, values]) => {
    const value = tags[key]
    const isListed = value !== undefined && (values.has('*') || values.has(value))
    return isListed && value !== 'no' ? [[key, value] as const] : []
  })
  if (interesting.length > 0) {
    const attributes = {
      ...Object.fromEntries(interesting),
      ...selectNames(tags),
      cuisine: tags.cuisine,
      religion: tags.religion,
      information: tags.information,
      sport: tags.sport,
      housenumber: tags['addr:housenumber'],
    }
    placements.push({ layer: 'pois', minZoom: 14, attributes })
  }
  const stop = stops.find(([key, value]) => tags[key] === value)
  if (stop) {
    const attributes = { kind: stop[2], ...selectNames(tags), iata: tags.iata }
    placements.push({ layer: 'public_transport', minZoom: stop[3], attributes })
  }
  const [number, name] = [tags['addr:housenumber'], tags['addr:housename']]
  if (number || name) {
    const attributes = { housenumber: number, housename: name, unit: tags['addr:unit'] }
    placements.push({ layer: 'addresses', minZoom: 14, attributes })
  }
  return placements
}

function placeLabel(tags: OsmTags, minZoom: number): Placement {
  const kind =
    tags.capital === 'yes' ? 'capital' : tags.capital === '4' ? 'state_capital' : tags.place!
  const population = parseNumber(tags.population)
  return {
    layer: 'place_labels',
    minZoom: kind === tags.place ? minZoom : capitalZoom,
    attributes: { kind, ...selectNames(tags), population },
    order: -(population ?? 0),
  }
}

/** Returns the drawing of a named summit, or of a pass that can be crossed. */
function placePeak(tags: OsmTags): Placement | undefined {
  const isSummit = tags.natural === 'peak' || tags.natural === 'volcano'
  const isPass = tags.natural === 'saddle' || tags.mountain_pass === 'yes'
  if (!tags.name || (!isSummit && !isPass)) return undefined
  const ele = parseNumber(tags.ele)
  const kind = isSummit ? tags.natural! : 'saddle'
  const attributes = { kind, ...selectNames(tags), ele: ele === undefined ? ele : Math.round(ele) }
  return { layer: 'peaks', minZoom: isSummit ? 10 : 12, attributes, order: -Math.round(ele ?? 0) }
}
