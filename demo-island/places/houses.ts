import { coastMeters, lakeMeters } from '../land/natural-height.ts'
import { listStreams } from '../land/streams.ts'
import type { OsmMap } from '../osm/osm-map.ts'
import { type Settlement, settlements } from '../plan/settlements.ts'
import { direction, distance, type IslandPoint, isInRing } from '../plane/geometry.ts'
import { LineIndex, type Spacing } from '../plane/nearby.ts'
import { Rng } from '../plane/noise.ts'
import type { MapTags, Network, Road, Vertex } from '../roads/network.ts'

/** A house as built: its middle, the street side, and its address. */
export interface IslandHouse {
  at: IslandPoint
  /** Point in front of the door, between house and street. */
  door: IslandPoint
  place: Settlement
  street: string
  number: string
  /** Side of the street: left for odd numbers, right for even ones. */
  side: 'left' | 'right'
  /** Block along the street, which identifies the houses of one row. */
  block: string
}

const plotMeters = { town: 20, village: 23, hamlet: 27 }
const builtShare = { town: 0.86, village: 0.7, hamlet: 0.6 }
const builtAlong = new Set([
  'primary',
  'secondary',
  'trunk',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'pedestrian',
])

/** Returns the address tags of a house. */
export function makeAddressTags(house: Pick<IslandHouse, 'number' | 'street' | 'place'>): MapTags {
  return {
    'addr:housenumber': house.number,
    'addr:street': house.street,
    'addr:postcode': house.place.postcode,
    'addr:city': house.place.name,
  }
}

/** Builds houses along the named streets of every settlement and draws them with their addresses. */
export function buildHouses(
  osmMap: OsmMap,
  network: Network,
  roads: LineIndex,
  spacing: Spacing,
  openSpaces: readonly IslandPoint[][],
): IslandHouse[] {
  const houses: IslandHouse[] = []
  const wet = new LineIndex(listStreams())
  settlements.forEach((place, index) => {
    const rng = new Rng(2_000 + index)
    const streets = new Map<string, Road[]>()
    for (const road of network.roads) {
      const { highway, name } = road.tags
      if (road.place !== place.key || !name || !builtAlong.has(highway ?? '')) continue
      streets.set(name, [...(streets.get(name) ?? []), road])
    }
    const row = [...streets].map(([street, pieces]) => {
      const found = planPlots(place, street, pieces, rng).filter(({ at }) => {
        if (coastMeters(at) < 25 || lakeMeters(at) > -20) return false
        if (openSpaces.some((green) => isInRing(green, at.x, at.y))) return false
        if (wet.meters(at, 30) < 16) return false
        return roads.meters(at, 60) > 11 && spacing.take(at, 15)
      })
      return { street, found }
    })
    for (const { found } of row) {
      drawRow(osmMap, place, found, rng)
      houses.push(...found)
    }
  })
  return houses
}

/** Returns the plots of a street, numbered from its start: odd on the left, even on the right. */
function planPlots(place: Settlement, street: string, pieces: Road[], rng: Rng): IslandHouse[] {
  const plot = plotMeters[place.kind]
  const houses: IslandHouse[] = []
  let behind = 0
  pieces.forEach((road, piece) => {
    for (let i = 1; i < road.vertices.length; i++) {
      const a = road.vertices[i - 1]!
      const b = road.vertices[i]!
      const length = distance(a, b)
      const along = direction(a, b)
      for (let s = 14; s < length - 10; s += plot) {
        for (const side of ['left', 'right'] as const) {
          const sign = side === 'left' ? 1 : -1
          const back = rng.between(14, 18)
          const shift = rng.between(-2, 2)
          const built = rng.happens(builtShare[place.kind])
          if (!built) continue
          const foot = { x: a.x + along.x * (s + shift), y: a.y + along.y * (s + shift) }
          const from = (meters: number): IslandPoint => ({
            x: foot.x - along.y * sign * meters,
            y: foot.y + along.x * sign * meters,
          })
          const count = Math.floor((behind + s) / plot)
          const number = String(2 * count + (side === 'left' ? 1 : 2))
          const block = `${street}/${piece}/${i}/${side}`
          houses.push({ at: from(back), door: from(8), place, street, number, side, block })
        }
      }
      behind += length
    }
  })
  const seen = new Set<string>()
  return houses.filter(({ number }) => !seen.has(number) && seen.add(number))
}

function drawRow(osmMap: OsmMap, place: Settlement, houses: IslandHouse[], rng: Rng): void {
  const blocks = Map.groupBy(houses, (house) => house.block)
  for (const block of blocks.values()) {
    const interpolated = place.kind === 'town' && block.length > 3 && rng.happens(0.1)
    block.forEach((house, i) => {
      const address = makeAddressTags(house)
      if (rng.happens(0.05)) {
        house.number = `${house.number}a`
        address['addr:housenumber'] = house.number
      }
      const inside = interpolated && i > 0 && i < block.length - 1
      const onNode = interpolated || rng.happens(0.2)
      const building = { building: pickBuildingKind(place, rng), ...pickLevels(place, rng) }
      drawFootprint(osmMap, house, inside || onNode ? building : { ...building, ...address }, rng)
      if (onNode && !interpolated) osmMap.addNode({ ...house.at, tags: address })
    })
    if (interpolated) interpolate(osmMap, block)
  }
}

/** Draws one interpolation line from the first to the last house; the houses between have no numbers of their own. */
function interpolate(osmMap: OsmMap, block: IslandHouse[]): void {
  const ends = [block[0]!, block[block.length - 1]!]
  const vertices = ends.map((house): Vertex => ({ ...house.at, tags: makeAddressTags(house) }))
  osmMap.addWay(vertices, { 'addr:interpolation': ends[0]!.side === 'left' ? 'odd' : 'even' })
}

function pickBuildingKind(place: Settlement, rng: Rng): string {
  const draw = rng.next()
  if (place.kind === 'town') return draw < 0.4 ? 'apartments' : draw < 0.75 ? 'house' : 'yes'
  return draw < 0.55 ? 'house' : draw < 0.7 ? 'farm' : draw < 0.8 ? 'barn' : 'yes'
}

function pickLevels(place: Settlement, rng: Rng): MapTags {
  const most = place.kind === 'town' ? 4 : 2
  return rng.happens(0.3) ? { 'building:levels': String(1 + rng.integer(most)) } : {}
}

function drawFootprint(osmMap: OsmMap, house: IslandHouse, tags: MapTags, rng: Rng): void {
  const out = direction(house.door, house.at)
  const along = { x: out.y, y: -out.x }
  const width = rng.between(4.5, 6.8)
  const depth = rng.between(4, 5.6)
  const corner = (u: number, v: number): Vertex => ({
    x: house.at.x + along.x * width * u + out.x * depth * v,
    y: house.at.y + along.y * width * u + out.y * depth * v,
  })
  osmMap.addArea([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], tags)
}
