import { roundPercent } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import { findPlacesAlong, renderPlaces } from '#places/search'
import { untimed } from '#platform/concurrency'
import { type Engine, findRoute, type RoutingContext } from '#routing/operations'
import { findBestDetours } from './best-detours.ts'
import { findDetourCandidates } from './candidates.ts'
import type { Detour } from './exact-detours.ts'
import { measureReach } from './reach.ts'
import { type RouteLeg, splitIntoLegs } from './route-legs.ts'
import type { SearchAlongRouteRequest, SearchAlongRouteResponse } from './schemas/index.ts'

/** Maximum number of places that are compared. */
const maxPlacesCompared = 100

/**
 * Finds the route through the locations, and the places of a category or name with the shortest detours: by added
 * time, then by added distance. Warns if more places match than are compared.
 *
 * Throws the errors of `findRoute`, and `service_unavailable` for places that cannot be read.
 */
export async function searchAlongRoute(
  engine: Engine,
  gazetteer: Gazetteer,
  request: SearchAlongRouteRequest,
  context: RoutingContext,
): Promise<SearchAlongRouteResponse> {
  const { signal, warn, timed = untimed } = context
  const { search, travel, travel_options, max_detour_seconds } = request
  const routeRequest = { ...request, alternates: 0, narrative: false }
  const { route } = await findRoute(engine, routeRequest, context)
  const legs = splitIntoLegs(route)

  const reach = measureReach(travel, travel_options, max_detour_seconds)
  const { halfWidthMeters } = reach
  const lines = legs.map(({ line }) => line)
  const query = { query: search, lines, halfWidthMeters, size: maxPlacesCompared }
  const { results, isBounded } = await findPlacesAlong(gazetteer, query, context)
  if (isBounded) {
    warn(
      `more places match than are compared: only ${results.length}, the nearest to each tenth of the route`,
    )
  }
  const candidates = await findDetourCandidates(results, legs, halfWidthMeters, signal)
  const detours = await findBestDetours(engine, candidates, { request, reach, signal, timed })
  const places = timed('describe', () => describePlaces(detours, route.distance_meters))
  return { route, places }
}

type PlaceAlongRoute = SearchAlongRouteResponse['places'][number]

function describePlaces(detours: readonly Detour[], routeMeters: number): PlaceAlongRoute[] {
  const rendered = renderPlaces(detours.map(({ result }) => result))
  return detours.map(({ seconds, meters, leg, alongMeters }, i) => ({
    place: { ...rendered[i]!, distance_meters: rendered[i]!.distance_meters! },
    detour_seconds: seconds,
    detour_meters: meters,
    position_along_route_percent: computePositionPercent(leg, alongMeters, routeMeters),
  }))
}

function computePositionPercent(
  { line, startMeters, meters }: RouteLeg,
  alongMeters: number,
  routeMeters: number,
): number {
  if (routeMeters === 0) return 0
  const share = line.lengthMeters > 0 ? alongMeters / line.lengthMeters : 0
  return Math.min(100, roundPercent((100 * (startMeters + share * meters)) / routeMeters))
}
