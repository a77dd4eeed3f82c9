import { type FeatureCollection, type LatLon, makeFeatureCollection } from '#ground/geo'
import { untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { type Costing, type Engine, makeCosting, routeOnRoads } from '#routing/engine'
import type { CompareRequest, CompareResponse, TravelType } from '#routing/schemas'
import {
  buildRouteQuery,
  describeTrip,
  makeRouteFeature,
  type Route,
  type RoutingContext,
} from '../route/index.ts'
import { type ComparedRoutes, compareRoutes, type Unavailable } from './comparison.ts'

/**
 * Finds one route for each travel mode through the same locations, and compares them. Lists a mode without a route as
 * unavailable; a single route is enough for an answer.
 *
 * Throws when no travel mode has a route: the first error that is a 422 (`location_not_routable` with
 * `location_index`, `no_route`), with `unavailable` for all modes; or `bad_request` when the locations are too far
 * apart for every mode. Also throws `bad_request` for invalid options, and `service_unavailable`.
 */
export async function compareModes(
  engine: Engine,
  request: CompareRequest,
  { signal, warn, timed = untimed }: RoutingContext,
): Promise<CompareResponse> {
  const { locations, travel_modes: modes, language, elevation_interval } = request
  const warned = new Set<string>()
  const warnOnce = (text: string) => {
    if (!warned.has(text)) warn(text)
    warned.add(text)
  }
  const costings = modes.map((travel) => makeCosting(travel, request, warnOnce, modes))

  const find = async (costing: Costing) => {
    const options = { costing, language, elevationIntervalMeters: elevation_interval }
    const queryFor = (roads: readonly LatLon[]) => buildRouteQuery({ locations: roads, ...options })
    return await routeOnRoads(engine, locations, costing, queryFor, signal)
  }
  const answers = await timed('engine', () =>
    Promise.all(costings.map((costing) => find(costing).catch(toRefusal))),
  )

  const routes: Partial<Record<TravelType, Route>> = {}
  const refusals: { travel: TravelType; error: ApiError }[] = []
  for (const [i, travel] of modes.entries()) {
    const answer = answers[i]!
    if (answer instanceof ApiError) {
      refusals.push({ travel, error: answer })
      continue
    }
    const options = {
      travel,
      locations,
      elevationIntervalMeters: elevation_interval,
      units: 'kilometers' as const,
      tiles: engine.tiles,
      signal,
    }
    routes[travel] = await timed('describe', () => describeTrip(answer.trip, options))
    if (!routes[travel].terrain) warnOnce('terrain is null: there is no elevation data here')
  }
  const unavailable = refusals.map(describeUnavailable)
  if (refusals.length === modes.length) throw makeNoneAvailableError(refusals, unavailable)
  return { routes, comparison: compareRoutes(routes, unavailable) }
}

/** Returns the error of one travel mode. Rethrows any other error, which fails the whole request. */
function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError && (error.status === 422 || error.status === 400)) return error
  throw error
}

type Refusal = { travel: TravelType; error: ApiError }

function describeUnavailable({ travel, error }: Refusal): Unavailable {
  const { location_index } = error.fields
  return {
    travel,
    error: error.code,
    message: error.message,
    ...(typeof location_index === 'number' && { location_index }),
  }
}

function makeNoneAvailableError(
  refusals: readonly Refusal[],
  unavailable: Unavailable[],
): ApiError {
  const first = refusals.find(({ error }) => error.status === 422) ?? refusals[0]!
  const reasons = unavailable.map(({ travel, message }) => `${travel}: ${message}`).join(' ')
  return new ApiError(first.error.code, `No way to travel has a route. ${reasons}`, {
    cause: first.error,
    fields: { ...first.error.fields, unavailable },
  })
}

/** Converts a comparison to GeoJSON: one line for each travel mode, with `travel` in its properties. */
export function comparisonToGeojson({ routes, comparison }: CompareResponse): FeatureCollection {
  const features = Object.entries(routes as ComparedRoutes).map(([travel, route]) =>
    makeRouteFeature(route, 'route', { travel }),
  )
  return makeFeatureCollection(features, { comparison })
}
