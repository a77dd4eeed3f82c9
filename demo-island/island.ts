import { buildCostSurface, raiseCosts, raiseSettlementCosts } from './land/cost-surface.ts'
import { BuiltLand, gradeRoads } from './land/grading.ts'
import { drawLand } from './land/land-cover.ts'
import { planOpenSpaces } from './land/open-spaces.ts'
import { type MapWay, OsmMap } from './osm/osm-map.ts'
import { drawAdminAreas } from './places/admin.ts'
import { buildHouses, type IslandHouse } from './places/houses.ts'
import { drawPlaces } from './places/places.ts'
import { LineIndex, Spacing } from './plane/nearby.ts'
import { bridgeStreams } from './roads/bridges.ts'
import { buildCountryRoads, type CountryRoads } from './roads/country-roads.ts'
import { buildMotorway, type Motorway } from './roads/motorway.ts'
import { Network, type Road, type Vertex } from './roads/network.ts'
import { layStreets, type StreetGrid } from './roads/streets.ts'
import { regulateTraffic, type TownTraffic } from './roads/traffic.ts'
import { buildTrails, type Highland } from './roads/trails.ts'

/** The whole island as built. */
export interface Island {
  land: BuiltLand
  network: Network
  osmMap: OsmMap
  grids: Map<string, StreetGrid>
  motorway: Motorway
  /** Courses of the roads that have documented facts, before bridges cut them. */
  courses: Record<keyof CountryRoads, Vertex[]>
  traffic: TownTraffic
  highland: Highland
  houses: IslandHouse[]
}

let built: Island | undefined

/** Builds the island, once per process; takes about two seconds. */
export function island(): Island {
  built ??= build()
  return built
}

function build(): Island {
  const network = new Network()
  const grids = layStreets(network)
  const surface = buildCostSurface()
  raiseSettlementCosts(surface)
  const motorway = buildMotorway(network)
  // Roads cross the motorway only at the planned places; its last metres stay open.
  raiseCosts(surface, motorway.axis.slice(4, -4), 120, Number.POSITIVE_INFINITY)
  const country = buildCountryRoads(network, surface, grids, motorway)
  const highland = buildTrails(network, surface, grids)
  network.joinCrossings()
  const courses = Object.fromEntries(
    Object.entries(country).map(([key, road]: [string, Road]) => [key, [...road.vertices]]),
  ) as Island['courses']
  const traffic = regulateTraffic(network, grids.get('portSerrin')!)
  bridgeStreams(network)
  gradeRoads(network)

  const osmMap = new OsmMap()
  const roads = new LineIndex(
    network.roads.filter((road) => road.bed !== 'span').map((road) => road.vertices),
  )
  const ways = new Map<Road, MapWay>()
  for (const road of network.roads) ways.set(road, osmMap.addWay(road.vertices, road.tags))
  for (const { kind, from, via, to } of traffic.restrictions) {
    osmMap.addRelation(
      [
        { way: ways.get(from)!, role: 'from' },
        { node: via, role: 'via' },
        { way: ways.get(to)!, role: 'to' },
      ],
      { type: 'restriction', restriction: kind },
    )
  }
  const openSpaces = planOpenSpaces(grids)
  drawLand(osmMap, surface, openSpaces, roads)
  const houses = buildHouses(
    osmMap,
    network,
    roads,
    new Spacing(),
    openSpaces.map((green) => green.ring),
  )
  const centers = drawPlaces(osmMap, grids, houses, highland)
  drawAdminAreas(osmMap, centers)
  const land = new BuiltLand(network)
  return { land, network, osmMap, grids, motorway, courses, traffic, highland, houses }
}
