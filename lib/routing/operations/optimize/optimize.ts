import {
  type FeatureCollection,
  makeFeatureCollection,
  roundMeters,
  roundPercent,
  roundSeconds,
} from '#ground/geo'
import { type Timed, untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import {
  type Costing,
  type Engine,
  type EngineRoute,
  locateOnRoads,
  makeCosting,
  readTripTotals,
  requestBriefRoute,
} from '#routing/engine'
import type { OptimizeRequest, OptimizeResponse } from '#routing/schemas'
import type { MatrixCells } from '../matrix/index.ts'
import {
  buildRouteQuery,
  describeTrip,
  makeRouteFeature,
  makeWaypointFeatures,
  type RoutingContext,
} from '../route/index.ts'
import { visitOrder } from './order/index.ts'
import {
  computeStopMatrix,
  findMissingLink,
  listDurations,
  makeNoOrderError,
  sortByOrder,
  sumTotals,
} from './stop-matrix.ts'

interface Totals {
  distance_meters: number
  duration_seconds: number
}

/** Maximum number of orders to try. Pairs with a route in the matrix but no actual route are rare. */
const maxAttempts = 4

/**
 * Finds the route that visits all stops in the least time, with the first and the last stop fixed, and its savings
 * against the requested order. Keeps that order if none is faster. Equal requests get equal answers.
 *
 * Savings compare two routes. If the requested order has no single route (it may be too long for the travel type),
 * they compare two sums over the matrix; they are `null` if the matrix has no route either.
 *
 * Throws `location_not_routable` with `location_index`, `no_route` with `location_indices` when no order has a route,
 * `bad_request` for distances over the limits of the travel type, and `service_unavailable`.
 */
export async function optimizeStops(
  engine: Engine,
  input: OptimizeRequest,
  { signal, warn, timed = untimed }: RoutingContext,
): Promise<OptimizeResponse> {
  const { travel, language, units, elevation_interval } = input
  const costing = makeCosting(travel, input, warn)
  const locations = await timed('locate', () =>
    locateOnRoads(engine, input.locations, costing, signal),
  )
  const request = { ...input, locations }

  const cells = await timed('matrix', () => computeStopMatrix(engine, request, costing, signal))

  const given = [...locations.keys()]
  const requestRoute = (order: readonly number[]) =>
    engine.route(
      buildRouteQuery({
        locations: sortByOrder(locations, order),
        costing,
        language,
        elevationIntervalMeters: elevation_interval,
      }),
      signal,
    )
  // Started in this order, the engine works while the search occupies this thread.
  const [before, first] = await timed('engine', () =>
    Promise.all([
      sumRequestOrder(engine, request, { costing, cells, signal }),
      findBestRoute(engine, { cells, request, costing, ask: requestRoute, timed, signal }),
    ]),
  )
  let { order, answer } = first
  // The matrix rounds times and ignores turns at stops, so its best order may be the slower one.
  if (before?.by === 'route' && before.duration_seconds < readTripTotals(answer).duration_seconds) {
    order = given
    answer = await timed('engine', () => requestRoute(given))
  }

  const route = await timed('describe', () =>
    describeTrip(answer.trip, {
      travel,
      locations: sortByOrder(input.locations, order),
      elevationIntervalMeters: elevation_interval,
      units,
      tiles: engine.tiles,
      signal,
    }),
  )
  if (!route.terrain) warn('terrain is null: there is no elevation data here')
  for (const waypoint of route.waypoints) waypoint.original_index = order[waypoint.original_index]!

  const after = before?.by === 'matrix' ? sumTotals(order, cells) : readTripTotals(answer)
  const savings = before && after ? computeSavings(before, after) : null
  if (!savings) warn('savings is null: there is no route in the order of the request')
  return { route, optimized_order: order, savings }
}

interface Search {
  cells: MatrixCells
  request: OptimizeRequest
  costing: Costing
  ask(order: readonly number[]): Promise<EngineRoute>
  timed: Timed
  signal?: AbortSignal
}

/** Finds the best order that has a route. */
async function findBestRoute(
  engine: Engine,
  { cells, request, costing, ask, timed, signal }: Search,
): Promise<{ order: number[]; answer: EngineRoute }> {
  const { locations, travel } = request
  const costs = listDurations(cells)
  for (let tries = 1; ; tries++) {
    const order = await timed('search', () => visitOrder(costs, signal))
    const missing = findMissingLink(order, costs)
    if (missing) throw makeNoOrderError(costs, missing, travel)
    try {
      return { order, answer: await ask(order) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'bad_request') throw makeTooLongError(error)
      if (error.code !== 'no_route') throw error
      const legs = order.slice(1).map((to, i) => [order[i]!, to] as const)
      const found = await Promise.all(
        legs.map((leg) => requestBriefRoute(engine, sortByOrder(locations, leg), costing, signal)),
      )
      const without = legs.filter((_, i) => !found[i])
      for (const [from, to] of without) costs[from]![to] = Infinity
      if (without.length === 0) throw error
      if (tries === maxAttempts) throw makeNoOrderError(costs, without[0]!, travel)
    }
  }
}

/**
 * Returns the distance and time of the requested order: from its route or, over the engine's length limit, from the
 * matrix. Returns undefined if it has no route.
 */
async function sumRequestOrder(
  engine: Engine,
  { locations }: OptimizeRequest,
  { costing, cells, signal }: { costing: Costing; cells: MatrixCells; signal?: AbortSignal },
): Promise<(Totals & { by: 'route' | 'matrix' }) | undefined> {
  try {
    const answer = await requestBriefRoute(engine, locations, costing, signal)
    return answer && { ...readTripTotals(answer), by: 'route' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'bad_request') throw error
    const totals = sumTotals([...locations.keys()], cells)
    return totals && { ...totals, by: 'matrix' }
  }
}

function computeSavings(before: Totals, after: Totals): OptimizeResponse['savings'] {
  const meters = Math.max(0, before.distance_meters - after.distance_meters)
  const seconds = Math.max(0, before.duration_seconds - after.duration_seconds)
  const percent = (saved: number, of: number) => (of > 0 ? roundPercent((saved / of) * 100) : 0)
  return {
    distance_saved_meters: roundMeters(meters),
    distance_saved_percent: percent(meters, before.distance_meters),
    time_saved_seconds: roundSeconds(seconds),
    time_saved_percent: percent(seconds, before.duration_seconds),
  }
}

function makeTooLongError(cause: ApiError): ApiError {
  const message = `In the best order found, too: ${cause.message} Leave out stops that are far away.`
  return new ApiError('bad_request', message, {
    cause,
    fields: { details: [{ path: 'locations', message }] },
  })
}

/** Converts an optimised route to GeoJSON, with `optimized_order` and `savings` beside the features. */
export function optimizedToGeojson({ route, ...rest }: OptimizeResponse): FeatureCollection {
  return makeFeatureCollection(
    [makeRouteFeature(route, 'route'), ...makeWaypointFeatures(route)],
    rest,
  )
}
