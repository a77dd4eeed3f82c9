import { untimed } from '../concurrency/index.ts'
import type { Gazetteer } from '../gazetteer/index.ts'
import { roundPercent } from '../geo/index.ts'
import { findPlacesAlong, renderPlaces, withoutDuplicates } from '../geocoding/index.ts'
import { costingFor, type Engine, findRoute, type RoutingContext } from '../routing/index.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { type Corridor, corridorOf } from './corridor-width.ts'
import { type EstimatedDetour, estimateDetours } from './estimate-detours.ts'
import { compareDetours, type Detour, exactDetours } from './exact-detours.ts'
import { type RouteLeg, routeLegs } from './route-legs.ts'
import { maxPlacesOf, type SearchAlongRouteRequest } from './schemas/request.ts'
import type { SearchAlongRouteResponse } from './schemas/response.ts'

/** Places that are compared. */
const maxPlacesCompared = 100

/** Of the best by the matrix, at least so many are routed. */
const minRouted = 10

/** An estimate this much over the maximum may still be a detour within it. */
const estimateMargin = { factor: 1.1, seconds: 60 }

/** Legs whose estimates differ by less are both routed. */
const legMarginSeconds = 60

/**
 * The route through the locations, and the places of a category or name that add least to it. Detours are
 * differences of routes; which places are routed is decided by estimates from matrices.
 *
 * Throws as `findRoute`, and `service_unavailable`.
 */
export async function searchAlongRoute(
  engine: Engine,
  gazetteer: Gazetteer,
  request: SearchAlongRouteRequest,
  context: RoutingContext,
): Promise<SearchAlongRouteResponse> {
  const { signal, warn, timed = untimed } = context
  const { search, travel, travel_options, max_detour_seconds } = request
  const { route } = await findRoute(
    engine,
    { ...request, alternates: 0, narrative: false },
    context,
  )
  const legs = routeLegs(route)
  const corridor = corridorOf(travel, travel_options, max_detour_seconds)
  const { halfWidthMeters } = corridor
  const lines = legs.map(({ line }) => line)
  const query = { query: search, lines, halfWidthMeters, size: maxPlacesCompared }
  const { results, isBounded } = await findPlacesAlong(gazetteer, query, context)
  if (isBounded) {
    warn(
      `more places along the route match than are compared: the ${results.length} compared are the ` +
        'nearest to it, evenly along it',
    )
  }
  const candidates = await candidatesOf(results, legs, halfWidthMeters, signal)
  const detours = await timed('detours', () =>
    bestDetours(engine, candidates, request, corridor, signal),
  )
  const places = timed('describe', () => describe(detours, route.distance_meters))
  return { route, places }
}

async function bestDetours(
  engine: Engine,
  candidates: readonly Candidate[],
  request: SearchAlongRouteRequest,
  corridor: Corridor,
  signal?: AbortSignal,
): Promise<Detour[]> {
  const { max_detour_seconds: maxSeconds, travel } = request
  const maxPlaces = maxPlacesOf(request)
  const maxRouted = Math.max(minRouted, 2 * maxPlaces)
  const chosen =
    candidates.length <= maxRouted
      ? candidates
      : mostPromising(
          await estimateDetours(engine, candidates, {
            request,
            corridor,
            maxPlaces: maxRouted,
            signal,
          }),
          estimateMargin.factor * maxSeconds + estimateMargin.seconds,
          maxRouted,
        )
  // The route has told what of the options is ignored.
  const costing = costingFor(travel, request, () => {})
  const detours = (await exactDetours(engine, chosen, costing, signal))
    .filter(({ seconds }) => seconds <= maxSeconds)
    .sort(
      (a, b) =>
        compareDetours(a, b) ||
        a.result.distanceMeters! - b.result.distanceMeters! ||
        a.result.place.docId - b.result.place.docId,
    )
  const unique = new Set(withoutDuplicates(detours.map(({ result }) => result)))
  return detours.filter(({ result }) => unique.has(result)).slice(0, maxPlaces)
}

/** The places of least estimate, each on its best leg, and on a second one that is nearly as good. */
function mostPromising(
  estimates: readonly EstimatedDetour[],
  maxSeconds: number,
  maxPlaces: number,
): EstimatedDetour[] {
  const within = estimates
    .filter(({ seconds }) => seconds <= maxSeconds)
    .sort((a, b) => a.seconds - b.seconds)
  const byPlace = [...Map.groupBy(within, ({ index }) => index).values()].slice(0, maxPlaces)
  return byPlace.flatMap((legs) =>
    legs.slice(0, 2).filter(({ seconds }) => seconds <= legs[0]!.seconds + legMarginSeconds),
  )
}

function describe(
  detours: readonly Detour[],
  routeMeters: number,
): SearchAlongRouteResponse['places'] {
  const rendered = renderPlaces(detours.map(({ result }) => result))
  return detours.map(({ seconds, meters, leg, alongMeters }, i) => ({
    place: rendered[i]! as SearchAlongRouteResponse['places'][number]['place'],
    detour_seconds: seconds,
    detour_meters: meters,
    position_along_route_percent: positionPercent(leg, alongMeters, routeMeters),
  }))
}

function positionPercent(
  { line, startMeters, meters }: RouteLeg,
  alongMeters: number,
  routeMeters: number,
): number {
  if (routeMeters === 0) return 0
  const share = line.lengthMeters > 0 ? alongMeters / line.lengthMeters : 0
  return Math.min(100, roundPercent((100 * (startMeters + share * meters)) / routeMeters))
}
