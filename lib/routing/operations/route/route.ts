import type * as z from 'zod'
import type { LatLon } from '#ground/geo'
import { type Timed, untimed } from '#platform/concurrency'
import {
  type Engine,
  type EngineTrip,
  locateOnRoads,
  makeCosting,
  routeOnRoads,
} from '#routing/engine'
import type { RouteRequest, RouteResponse } from '#routing/schemas'
import { buildRouteQuery } from './query.ts'
import { requestRoundTrip } from './round-trip/index.ts'
import { describeTrip } from './trip.ts'

export interface RoutingContext {
  signal?: AbortSignal
  /** Receives a short sentence about ignored or missing parts. */
  warn(text: string): void
  /** Measures the stages of the call. */
  timed?: Timed
}

/**
 * Finds the route through the locations, or a round trip from a single one, with terrain and, if requested and found,
 * alternates.
 *
 * Throws `location_not_routable` (with `location_index`), `no_route`, `bad_request` for distances over the limit of
 * the travel type, and `service_unavailable`.
 */
export async function findRoute(
  engine: Engine,
  request: z.output<typeof RouteRequest>,
  { signal, warn, timed = untimed }: RoutingContext,
): Promise<z.output<typeof RouteResponse>> {
  const { locations, travel, language, elevation_interval, units } = request
  const { departure_time: _, ...anytime } = request
  const costing = makeCosting(travel, request.round_trip ? anytime : request, warn)
  const maxAlternates = countAlternates(request, warn)

  const answer = await timed('engine', async () => {
    const options = { costing, language, elevationIntervalMeters: elevation_interval }
    if (request.round_trip) {
      const roads = await locateOnRoads(engine, locations, costing, signal)
      return await requestRoundTrip(engine, roads[0]!, request.round_trip, options, {
        signal,
        warn,
      })
    }
    const queryFor = (roads: readonly LatLon[]) => ({
      ...buildRouteQuery({ locations: roads, ...options }),
      ...(maxAlternates > 0 && { alternates: maxAlternates }),
    })
    return await routeOnRoads(engine, locations, costing, queryFor, signal)
  })

  const options = {
    travel,
    locations,
    elevationIntervalMeters: elevation_interval,
    units,
    tiles: engine.tiles,
    signal,
  }
  const [route, alternates] = await timed('describe', async () => [
    await describeTrip(answer.trip, options),
    await Promise.all((answer.alternates ?? []).map(({ trip }) => describeTrip(trip, options))),
  ])
  warnOfTimes(request, answer.trip, warn)
  if (!route.terrain) warn('terrain is null: there is no elevation data here')
  return alternates.length > 0 ? { route, alternates } : { route }
}

function warnOfTimes(
  { departure_time, round_trip }: z.output<typeof RouteRequest>,
  { locations, summary }: EngineTrip,
  warn: (text: string) => void,
): void {
  if (departure_time === undefined) {
    if (summary.has_time_restrictions) {
      warn('a road on the way is closed at times: send departure_time to have that count')
    }
  } else if (round_trip) {
    warn('ignored departure_time: round trips know no hours')
  } else if (!locations[0]?.time_zone_offset) {
    warn(
      'ignored departure_time: the region was built without time zones, or the way is over 500 km',
    )
  }
}

function countAlternates(
  { alternates, locations, departure_time }: z.output<typeof RouteRequest>,
  warn: (text: string) => void,
): number {
  if (alternates > 0 && locations.length === 2 && departure_time !== undefined) {
    warn('ignored alternates: none are found with departure_time')
    return 0
  }
  if (alternates === 0 || locations.length === 2) return alternates
  warn('ignored alternates: they are found only between exactly 2 locations')
  return 0
}
