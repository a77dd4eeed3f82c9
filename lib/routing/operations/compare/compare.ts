import { type FeatureCollection, featureCollection, type LatLon } from '#ground/geo'
import { untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { type Costing, costingFor, type Engine, routeOnRoads } from '#routing/engine'
import type { CompareRequest, CompareResponse, TravelType } from '#routing/schemas'
import {
  describeTrip,
  type Route,
  type RoutingContext,
  routeFeature,
  routeQuery,
} from '../route/index.ts'
import { type ComparedRoutes, compareRoutes, type Unavailable } from './comparison.ts'

/**
 * One route for each travel mode through the same locations, and how they compare. A mode without a
 * route is listed as unavailable; one route is enough for an answer.
 *
 * Throws, when no way to travel has a route, the error of the first one whose error is a 422
 * (`location_not_routable` with `location_index`, `no_route`), with `unavailable` for all of them; when
 * the locations are too far apart for each of them, `bad_request`. Throws `bad_request` for options
 * that are not valid, `service_unavailable`.
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
  const costings = modes.map((travel) => costingFor(travel, request, warnOnce, modes))

  const find = async (costing: Costing) => {
    const options = { costing, language, elevationIntervalMeters: elevation_interval }
    const queryFor = (roads: readonly LatLon[]) => routeQuery({ locations: roads, ...options })
    return await routeOnRoads(engine, locations, costing, queryFor, signal)
  }
  const answers = await timed('engine', () =>
    Promise.all(costings.map((costing) => find(costing).catch(refusalOf))),
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
  const unavailable = refusals.map(unavailableOf)
  if (refusals.length === modes.length) throw noneAvailable(refusals, unavailable)
  return { routes, comparison: compareRoutes(routes, unavailable) }
}

/** An error of one travel mode; any other error fails the whole request. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError && (error.status === 422 || error.status === 400)) return error
  throw error
}

type Refusal = { travel: TravelType; error: ApiError }

function unavailableOf({ travel, error }: Refusal): Unavailable {
  const { location_index } = error.fields
  return {
    travel,
    error: error.code,
    message: error.message,
    ...(typeof location_index === 'number' && { location_index }),
  }
}

function noneAvailable(refusals: readonly Refusal[], unavailable: Unavailable[]): ApiError {
  const first = refusals.find(({ error }) => error.status === 422) ?? refusals[0]!
  const reasons = unavailable.map(({ travel, message }) => `${travel}: ${message}`).join(' ')
  return new ApiError(first.error.code, `No way to travel has a route. ${reasons}`, {
    cause: first.error,
    fields: { ...first.error.fields, unavailable },
  })
}

/** A comparison as GeoJSON: one line for each travel mode, with `travel` in its properties. */
export function comparisonToGeojson({ routes, comparison }: CompareResponse): FeatureCollection {
  const features = Object.entries(routes as ComparedRoutes).map(([travel, route]) =>
    routeFeature(route, 'route', { travel }),
  )
  return featureCollection(features, { comparison })
}
