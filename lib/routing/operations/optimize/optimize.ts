import {
  type FeatureCollection,
  featureCollection,
  roundMeters,
  roundPercent,
  roundSeconds,
} from '#ground/geo'
import { type Timed, untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import {
  briefRoute,
  type Costing,
  costingFor,
  type Engine,
  type EngineRoute,
  roadLocations,
  tripTotals,
} from '#routing/engine'
import type { OptimizeRequest, OptimizeResponse } from '#routing/schemas'
import type { MatrixCells } from '../matrix/index.ts'
import {
  describeTrip,
  type RoutingContext,
  routeFeature,
  routeQuery,
  waypointFeatures,
} from '../route/index.ts'
import { visitOrder } from './order/index.ts'
import {
  durationsOf,
  findMissingLink,
  inOrder,
  noOrderError,
  stopMatrix,
  totalsOf,
} from './stop-matrix.ts'

interface Totals {
  distance_meters: number
  duration_seconds: number
}

/** Pairs with a way in the matrix but no route are rare: orders to try before giving up. */
const maxAttempts = 4

/**
 * The route that visits all stops in the least time, the first and the last stop fixed, and its savings
 * against the order of the request, which is kept if no other is quicker. Equal requests get equal answers.
 *
 * Savings compare two routes; where the order of the request has no route in one piece (it may be too long
 * for the travel type), two sums over the matrix; `null` where the matrix has no way either.
 *
 * Throws `location_not_routable` with `location_index`, `no_route` with `location_indices` when no order
 * has a route, `bad_request` for distances over the limits of the travel type, `service_unavailable`.
 */
export async function optimizeStops(
  engine: Engine,
  input: OptimizeRequest,
  { signal, warn, timed = untimed }: RoutingContext,
): Promise<OptimizeResponse> {
  const { travel, language, units, elevation_interval } = input
  const costing = costingFor(travel, input, warn)
  const locations = await timed('locate', () =>
    roadLocations(engine, input.locations, costing, signal),
  )
  const request = { ...input, locations }

  const cells = await timed('matrix', () => stopMatrix(engine, request, costing, signal))

  const given = [...locations.keys()]
  const ask = (order: readonly number[]) =>
    engine.route(
      routeQuery({
        locations: inOrder(locations, order),
        costing,
        language,
        elevationIntervalMeters: elevation_interval,
      }),
      signal,
    )
  // In this order the engine works while the search occupies this thread.
  const [before, first] = await timed('engine', () =>
    Promise.all([
      totalsInRequestOrder(engine, request, { costing, cells, signal }),
      bestRoute(engine, { cells, request, costing, ask, timed, signal }),
    ]),
  )
  let { order, answer } = first
  // The matrix rounds and ignores turns at stops, so its best order may be the slower one.
  if (before?.by === 'route' && before.duration_seconds < tripTotals(answer).duration_seconds) {
    order = given
    answer = await timed('engine', () => ask(given))
  }

  const route = await timed('describe', () =>
    describeTrip(answer.trip, {
      travel,
      locations: inOrder(input.locations, order),
      elevationIntervalMeters: elevation_interval,
      units,
      tiles: engine.tiles,
      signal,
    }),
  )
  if (!route.terrain) warn('terrain is null: there is no elevation data here')
  for (const waypoint of route.waypoints) waypoint.original_index = order[waypoint.original_index]!

  const after = before?.by === 'matrix' ? totalsOf(order, cells) : tripTotals(answer)
  const savings = before && after ? savingsOf(before, after) : null
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

/** The best order that has a route. */
async function bestRoute(
  engine: Engine,
  { cells, request, costing, ask, timed, signal }: Search,
): Promise<{ order: number[]; answer: EngineRoute }> {
  const { locations, travel } = request
  const costs = durationsOf(cells)
  for (let tries = 1; ; tries++) {
    const order = await timed('search', () => visitOrder(costs, signal))
    const missing = findMissingLink(order, costs)
    if (missing) throw noOrderError(costs, missing, travel)
    try {
      return { order, answer: await ask(order) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'bad_request') throw tooLong(error)
      if (error.code !== 'no_route') throw error
      const legs = order.slice(1).map((to, i) => [order[i]!, to] as const)
      const found = await Promise.all(
        legs.map((leg) => briefRoute(engine, inOrder(locations, leg), costing, signal)),
      )
      const without = legs.filter((_, i) => !found[i])
      for (const [from, to] of without) costs[from]![to] = Infinity
      if (without.length === 0) throw error
      if (tries === maxAttempts) throw noOrderError(costs, without[0]!, travel)
    }
  }
}

/**
 * Distance and time in the order of the request: of its route or, over the engine's length limit, from
 * the matrix; undefined when there is no way.
 */
async function totalsInRequestOrder(
  engine: Engine,
  { locations }: OptimizeRequest,
  { costing, cells, signal }: { costing: Costing; cells: MatrixCells; signal?: AbortSignal },
): Promise<(Totals & { by: 'route' | 'matrix' }) | undefined> {
  try {
    const answer = await briefRoute(engine, locations, costing, signal)
    return answer && { ...tripTotals(answer), by: 'route' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'bad_request') throw error
    const totals = totalsOf([...locations.keys()], cells)
    return totals && { ...totals, by: 'matrix' }
  }
}

function savingsOf(before: Totals, after: Totals): OptimizeResponse['savings'] {
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

function tooLong(cause: ApiError): ApiError {
  const message = `In the best order found, too: ${cause.message} Leave out stops that are far away.`
  return new ApiError('bad_request', message, {
    cause,
    fields: { details: [{ path: 'locations', message }] },
  })
}

/** An optimised route as GeoJSON, with `optimized_order` and `savings` beside the features. */
export function optimizedToGeojson({ route, ...rest }: OptimizeResponse): FeatureCollection {
  return featureCollection([routeFeature(route, 'route'), ...waypointFeatures(route)], rest)
}
