import { makeDear, makeSettlementsDear, surveyLand } from './land/cost-surface.ts'
import { BuiltLand, gradeRoads } from './land/grading.ts'
import { townGreens } from './land/greens.ts'
import { drawLand } from './land/land-cover.ts'
import { Chart, type Line } from './osm/osm-map.ts'
import { drawAdminAreas } from './places/admin.ts'
import { buildHouses, type House } from './places/houses.ts'
import { drawPlaces } from './places/places.ts'
import { LineFinder, Spacing } from './plane/nearby.ts'
import { bridgeStreams } from './roads/bridges.ts'
import { buildCountryRoads, type CountryRoads } from './roads/country-roads.ts'
import { buildMotorway, type Motorway } from './roads/motorway.ts'
import { Network, type Road, type Vertex } from './roads/network.ts'
import { layStreets, type Quarter } from './roads/streets.ts'
import { regulateTraffic, type TownTraffic } from './roads/traffic.ts'
import { buildTrails, type Highland } from './roads/trails.ts'

/** The whole island as built. */
export interface World {
  land: BuiltLand
  network: Network
  chart: Chart
  quarters: Map<string, Quarter>
  motorway: Motorway
  /** Courses of the roads that facts are stated about, before bridges cut them. */
  courses: Record<keyof CountryRoads, Vertex[]>
  traffic: TownTraffic
  highland: Highland
  houses: House[]
}

let built: World | undefined

/** Builds the island, once per process (about two seconds). */
export function world(): World {
  built ??= build()
  return built
}

function build(): World {
  const network = new Network()
  const quarters = layStreets(network)
  const survey = surveyLand()
  makeSettlementsDear(survey)
  const motorway = buildMotorway(network)
  // Roads cross the motorway only where it was built for it; its last metres stay open.
  makeDear(survey, motorway.axis.slice(4, -4), 120, Number.POSITIVE_INFINITY)
  const country = buildCountryRoads(network, survey, quarters, motorway)
  const highland = buildTrails(network, survey, quarters)
  network.weave()
  const courses = Object.fromEntries(
    Object.entries(country).map(([key, road]: [string, Road]) => [key, [...road.vertices]]),
  ) as World['courses']
  const traffic = regulateTraffic(network, quarters.get('portSerrin')!)
  bridgeStreams(network)
  gradeRoads(network)

  const chart = new Chart()
  const roads = new LineFinder(
    network.roads.filter((road) => road.bed !== 'span').map((road) => road.vertices),
  )
  const ways = new Map<Road, Line>()
  for (const road of network.roads) ways.set(road, chart.line(road.vertices, road.tags))
  for (const { kind, from, via, to } of traffic.restrictions) {
    chart.group(
      [
        { way: ways.get(from)!, role: 'from' },
        { node: via, role: 'via' },
        { way: ways.get(to)!, role: 'to' },
      ],
      { type: 'restriction', restriction: kind },
    )
  }
  const greens = townGreens(quarters)
  drawLand(chart, survey, greens, roads)
  const houses = buildHouses(
    chart,
    network,
    roads,
    new Spacing(),
    greens.map((green) => green.ring),
  )
  const centers = drawPlaces(chart, quarters, houses, highland)
  drawAdminAreas(chart, centers)
  const land = new BuiltLand(network)
  return { land, network, chart, quarters, motorway, courses, traffic, highland, houses }
}
