import type { OsmMap } from '../osm/osm-map.ts'
import { type Settlement, settlements } from '../plan/settlements.ts'
import { type VenueKind, venueKinds } from '../plan/venue-kinds.ts'
import { between, type IslandPoint, offset } from '../plane/geometry.ts'
import { Rng } from '../plane/noise.ts'
import type { MapTags, Vertex } from '../roads/network.ts'
import type { StreetGrid } from '../roads/streets.ts'
import type { Highland } from '../roads/trails.ts'
import { type IslandHouse, makeAddressTags } from './houses.ts'
import { pickSurname, pickVenueWord } from './name-generator.ts'

/** Places that have documented facts, and landmarks that every map of the island shows. */
export const landmarks: (IslandPoint & { tags: MapTags })[] = [
  {
    x: 860,
    y: -7_560,
    tags: {
      amenity: 'hospital',
      healthcare: 'hospital',
      name: 'Ospital da l’Insla',
      'name:en': 'Island Hospital',
      'name:fr': 'Hôpital de l’Île',
      emergency: 'yes',
    },
  },
  {
    x: -190,
    y: -8_120,
    tags: {
      historic: 'castle',
      name: 'Chastè Serrin',
      'name:en': 'Serrin Castle',
      'name:fr': 'Château de Serrin',
      tourism: 'attraction',
    },
  },
  {
    x: 980,
    y: -3_880,
    tags: {
      tourism: 'viewpoint',
      name: 'Vista dal Lai',
      'name:en': 'Lake View',
      'name:fr': 'Belvédère du Lac',
    },
  },
  {
    x: 480,
    y: -8_210,
    tags: { leisure: 'marina', name: 'Marina Serrin', 'name:en': 'Serrin Marina' },
  },
  {
    x: 6_350,
    y: -10_980,
    tags: { man_made: 'lighthouse', name: 'Farel Farolan', 'name:en': 'Lantern Light' },
  },
  { x: 520, y: 9_080, tags: { man_made: 'lighthouse', name: 'Farel Cap Nair' } },
  {
    x: 1_650,
    y: -4_950,
    tags: { tourism: 'camp_site', name: 'Campadi Auvra', 'name:en': 'Auvra Camp Site' },
  },
  {
    x: -3_900,
    y: 7_300,
    tags: { historic: 'ruins', name: 'Ruinas Zirun', 'name:en': 'Zirun Ruins' },
  },
  {
    x: 3_250,
    y: 300,
    tags: { waterway: 'waterfall', natural: 'waterfall', name: 'Cascada Auvra' },
  },
  {
    x: -7_900,
    y: -1_900,
    tags: { natural: 'cave_entrance', name: 'Foura dal Luf', 'name:en': 'Wolf Cave' },
  },
  { x: -1_100, y: -6_300, tags: { power: 'substation', name: 'Sutstaziun Serrin' } },
]

/** Draws the settlements' own nodes and every place. Returns the settlements' nodes by key. */
export function drawPlaces(
  osmMap: OsmMap,
  grids: Map<string, StreetGrid>,
  houses: readonly IslandHouse[],
  highland: Highland,
): Map<string, Vertex> {
  const centers = new Map<string, Vertex>()
  settlements.forEach((place, index) => {
    const rng = new Rng(3_000 + index)
    centers.set(
      place.key,
      osmMap.addNode({ x: place.x + 4, y: place.y + 9, tags: makeSettlementTags(place) }),
    )
    const own = houses.filter((house) => house.place === place)
    for (const kind of venueKinds) fill(osmMap, place, kind, own, rng)
    drawBusStops(osmMap, grids.get(place.key)!)
  })
  for (const { x, y, tags } of landmarks) osmMap.addNode({ x, y, tags })
  drawWilds(osmMap, highland)
  return centers
}

function makeSettlementTags(place: Settlement): MapTags {
  const names = Object.entries(place.names ?? {}).map(([language, name]) => [
    `name:${language}`,
    name,
  ])
  return {
    place: place.kind,
    name: place.name,
    ...Object.fromEntries(names),
    population: String(place.population),
    ...(place.key === 'portSerrin' ? { capital: 'yes' } : {}),
  }
}

function fill(
  osmMap: OsmMap,
  place: Settlement,
  kind: VenueKind,
  houses: IslandHouse[],
  rng: Rng,
): void {
  const [capital, town, village] = kind.counts
  const share = place.kind === 'hamlet' ? village / 4 : village
  const expected = place.key === 'portSerrin' ? capital : place.kind === 'town' ? town : share
  const count = Math.floor(expected + rng.next())
  for (let i = 0; i < count && houses.length > 0; i++) {
    const house = rng.pick(houses)
    const at = between(house.at, house.door, rng.between(0.15, 0.5))
    const tags: MapTags = { ...kind.tags }
    if (kind.name) {
      const word = kind.name.includes('@') ? pickSurname(rng) : pickVenueWord(rng)
      const say = (pattern: string) =>
        pattern.replace('*', word).replace('@', word).replace('%', place.name)
      tags.name = say(kind.name)
      if (kind.english) tags['name:en'] = say(kind.english)
      if (rng.happens(0.5)) Object.assign(tags, makeAddressTags(house))
    }
    if (kind.hours && rng.happens(0.7)) tags.opening_hours = kind.hours
    if (kind.name && rng.happens(0.25)) tags.wheelchair = rng.pick(['yes', 'limited', 'no'])
    osmMap.addNode({ ...at, tags })
  }
}

/** Draws a stop on each side of the main street, in the middle and near its ends. */
function drawBusStops(osmMap: OsmMap, { settlement, crossing }: StreetGrid): void {
  const { name, columns, rows, kind } = settlement
  const stops: [string, number, number][] = [['Center', 0, 0]]
  if (kind !== 'hamlet') stops.push(['Vest', -columns, 0], ['Ost', columns, 0])
  if (kind === 'town') stops.push(['Nord', 0, rows], ['Sid', 0, -rows])
  for (const [label, column, row] of stops) {
    const here = crossing(column, row)
    const next =
      crossing(column === 0 ? 0 : column - Math.sign(column), row - Math.sign(row)) ?? here
    if (!here || !next) continue
    const along = here === next ? [here, { x: here.x + 1, y: here.y }] : [here, next]
    for (const side of [5, -5]) {
      const at = offset(along, side)[0]!
      const tags = { highway: 'bus_stop', public_transport: 'platform', bus: 'yes' }
      osmMap.addNode({ ...at, tags: { ...tags, name: `${name} ${label}` } })
    }
  }
}

function drawWilds(osmMap: OsmMap, highland: Highland): void {
  const rng = new Rng(4_000)
  for (const trail of highland.trails) {
    const { vertices } = trail
    for (let i = 30; i < vertices.length - 12; i += 55) {
      const at = { x: vertices[i]!.x + 12, y: vertices[i]!.y + 7 }
      const draw = rng.next()
      if (draw < 0.3) osmMap.addNode({ ...at, tags: { natural: 'spring', drinking_water: 'yes' } })
      else if (draw < 0.6)
        osmMap.addNode({
          ...at,
          tags: { tourism: 'information', information: 'guidepost', hiking: 'yes' },
        })
      else if (draw < 0.8) osmMap.addNode({ ...at, tags: { amenity: 'bench' } })
      else
        osmMap.addNode({
          ...at,
          tags: { tourism: 'viewpoint', name: `Vista ${pickVenueWord(rng)}` },
        })
    }
  }
}
