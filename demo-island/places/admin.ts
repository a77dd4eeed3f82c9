import type { MapWay, OsmMap } from '../osm/osm-map.ts'
import { type CommuneKey, findSettlement } from '../plan/settlements.ts'
import type { MapTags, Vertex } from '../roads/network.ts'

// Corners of the map of communes. The ridge divides the two regions.
const corners = {
  west: [-14_000, 1_000],
  east: [14_000, 1_000],
  north: [-600, 11_300],
  southWest: [-5_200, -12_400],
  southEast: [9_500, -12_400],
  ridgeWest: [-4_300, 2_050],
  ridgeMiddle: [-500, 2_900],
  ridgeEast: [4_200, 2_650],
  threeWest: [-4_300, -4_950],
  threeEast: [3_900, -4_500],
} as const

type Corner = keyof typeof corners

/** Lines between corners, with the points they pass. */
const borders = {
  coastSouthWest: ['west', 'southWest', [-14_000, -8_000], [-10_500, -12_400]],
  coastSouth: ['southWest', 'southEast'],
  coastSouthEast: ['southEast', 'east', [14_000, -9_000]],
  coastNorthEast: ['east', 'north', [14_000, 7_500], [9_500, 11_300]],
  coastNorthWest: ['north', 'west', [-9_500, 11_300], [-14_000, 7_500]],
  ridge1: ['west', 'ridgeWest', [-9_300, 900], [-6_600, 2_100]],
  ridge2: ['ridgeWest', 'ridgeMiddle', [-2_250, 2_650]],
  ridge3: ['ridgeMiddle', 'ridgeEast', [700, 2_900], [2_900, 2_300]],
  ridge4: ['ridgeEast', 'east', [7_200, 2_300], [9_300, 1_300]],
  molbrunLagrin: ['ridgeWest', 'threeWest', [-4_150, -2_500]],
  molbrunSerrin: ['threeWest', 'southWest', [-4_700, -7_500]],
  lagrinSerrin: ['threeWest', 'threeEast', [-1_500, -5_000], [1_000, -5_150]],
  serrinRovens: ['threeEast', 'southEast', [4_100, -7_500], [8_700, -9_000]],
  lagrinRovens: ['threeEast', 'ridgeEast', [4_000, -2_900], [4_400, -500]],
  ziravelNevrin: ['ridgeMiddle', 'north', [-600, 6_500]],
} as const satisfies Record<string, readonly [Corner, Corner, ...(readonly [number, number])[]]>

type Border = keyof typeof borders

interface Commune {
  name: string
  names?: MapTags
  region: 'sid' | 'nord'
  seat: string
  code: string
  borders: Border[]
}

export const communes: Record<CommuneKey, Commune> = {
  molbrun: {
    name: 'Molbrun',
    region: 'sid',
    seat: 'molbrun',
    code: '12',
    borders: ['ridge1', 'molbrunLagrin', 'molbrunSerrin', 'coastSouthWest'],
  },
  serrin: {
    name: 'Port Serrin',
    names: { 'name:en': 'Serrin Harbour', 'name:fr': 'Port-Serrin' },
    region: 'sid',
    seat: 'portSerrin',
    code: '10',
    borders: ['molbrunSerrin', 'lagrinSerrin', 'serrinRovens', 'coastSouth'],
  },
  lagrin: {
    name: 'Lagrin',
    names: { 'name:en': 'Lakeside' },
    region: 'sid',
    seat: 'lagrin',
    code: '11',
    borders: ['ridge2', 'ridge3', 'lagrinRovens', 'lagrinSerrin', 'molbrunLagrin'],
  },
  rovens: {
    name: 'Rovens',
    region: 'sid',
    seat: 'rovens',
    code: '13',
    borders: ['ridge4', 'coastSouthEast', 'serrinRovens', 'lagrinRovens'],
  },
  ziravel: {
    name: 'Ziravel',
    region: 'nord',
    seat: 'ziravel',
    code: '21',
    borders: ['ridge1', 'ridge2', 'ziravelNevrin', 'coastNorthWest'],
  },
  nevrin: {
    name: 'Nevrin',
    names: { 'name:fr': 'Névrin' },
    region: 'nord',
    seat: 'nevrin',
    code: '20',
    borders: ['ridge3', 'ridge4', 'coastNorthEast', 'ziravelNevrin'],
  },
}

/** The island as a country: `XC` is a code that ISO 3166 reserves for users. */
export const country = {
  name: 'Isla Carvenna',
  names: { 'name:en': 'Carvenna Island', 'name:fr': 'Île de Carvenna' },
  alpha2: 'XC',
  alpha3: 'XCA',
}

export const regions = {
  sid: {
    name: 'Carvenna Sid',
    names: { 'name:en': 'South Carvenna', 'name:fr': 'Carvenna-Sud' },
    code: 'XC-S',
  },
  nord: {
    name: 'Carvenna Nord',
    names: { 'name:en': 'North Carvenna', 'name:fr': 'Carvenna-Nord' },
    code: 'XC-N',
  },
}

/** Draws the country, its two regions and six communes. Neighbours share their border ways. */
export function drawAdminAreas(osmMap: OsmMap, centers: Map<string, Vertex>): void {
  const vertices = new Map<Corner, Vertex>()
  for (const [key, [x, y]] of Object.entries(corners)) vertices.set(key as Corner, { x, y })
  const users = (border: Border) =>
    Object.values(communes).filter((c) => c.borders.includes(border))
  const lines = new Map<Border, MapWay>()
  for (const border of Object.keys(borders) as Border[]) {
    const [from, to, ...passed] = borders[border]
    const between = passed.map(([x, y]): Vertex => ({ x, y }))
    const [one, other] = users(border)
    const level = !other ? '2' : one!.region !== other.region ? '4' : '8'
    const tags = { boundary: 'administrative', admin_level: level }
    lines.set(border, osmMap.addWay([vertices.get(from)!, ...between, vertices.get(to)!], tags))
  }
  const area = (list: Border[], level: number, tags: MapTags, seat: string) => {
    const members = list.map((border) => ({ way: lines.get(border)!, role: 'outer' }))
    const center = { node: centers.get(seat)!, role: 'admin_centre' }
    const all = {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: String(level),
      ...tags,
    }
    osmMap.addRelation([...members, center], all)
  }
  const outline = (list: Commune[]) => {
    const all = list.flatMap((commune) => commune.borders)
    return all.filter((border) => all.indexOf(border) === all.lastIndexOf(border))
  }
  const every = Object.values(communes)
  const codes = {
    'ISO3166-1': country.alpha2,
    'ISO3166-1:alpha2': country.alpha2,
    'ISO3166-1:alpha3': country.alpha3,
  }
  area(
    outline(every),
    2,
    { name: country.name, ...country.names, ...codes, driving_side: 'right' },
    'portSerrin',
  )
  for (const [key, { name, names, code }] of Object.entries(regions)) {
    const own = every.filter((commune) => commune.region === key)
    area(
      outline(own),
      4,
      { name, ...names, 'ISO3166-2': code },
      key === 'sid' ? 'portSerrin' : 'nevrin',
    )
  }
  for (const commune of every) {
    const { name, names, code, seat } = commune
    const people = String(findSettlement(seat).population)
    area(commune.borders, 8, { name, ...names, ref: code, population: people }, seat)
  }
}
