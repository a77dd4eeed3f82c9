import type * as z from 'zod'
import { ApiError } from '#platform/errors'
import {
  type Engine,
  type EngineLocation,
  type EngineRoute,
  nameUnroutableLocation,
} from '#routing/engine'
import type { RouteRequest } from '#routing/schemas'
import { buildRouteQuery, type RouteQueryOptions } from '../query.ts'
import { findRoundTrip } from './search.ts'
import type { RoundTrip } from './ways.ts'

/** Differences from the request above which the caller gets a warning. */
const tellLengthError = 0.1
const tellRepeatedShare = 0.3

/**
 * Requests a round trip from the engine: a route with one leg, whose two locations are the start.
 *
 * Throws `location_not_routable` (with `location_index`), `no_route`, and `service_unavailable`.
 */
export async function requestRoundTrip(
  engine: Engine,
  start: EngineLocation,
  { distance_meters, seed, heading }: NonNullable<z.output<typeof RouteRequest>['round_trip']>,
  options: Omit<RouteQueryOptions, 'locations'>,
  { signal, warn }: { signal?: AbortSignal | undefined; warn(text: string): void },
): Promise<EngineRoute> {
  const { costing } = options
  const wish = { distanceMeters: distance_meters, seed, headingDegrees: heading }
  const found = await findRoundTrip({ engine, start, costing, signal }, wish).catch(
    async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'no_route') throw error
      const query = { ...costing, locations: [start] }
      throw await nameUnroutableLocation(engine, error, query, signal)
    },
  )
  for (const text of describeDifferences(found, distance_meters)) warn(text)
  const { trip } = await engine.route(
    buildRouteQuery({ ...options, locations: found.locations }),
    signal,
  )
  const ends = [trip.locations[0]!, trip.locations.at(-1)!]
  return { trip: { ...trip, locations: ends.map((end) => ({ ...end, original_index: 0 })) } }
}

function describeDifferences(
  { lengthMeters, repeatedShare }: RoundTrip,
  wantedMeters: number,
): string[] {
  const texts: string[] = []
  if (Math.abs(lengthMeters / wantedMeters - 1) > tellLengthError) {
    const kilometers = (meters: number) => (meters / 1000).toFixed(1)
    texts.push(
      `the round trip is ${kilometers(lengthMeters)} km: no better one of ${kilometers(wantedMeters)} km was found`,
    )
  }
  if (repeatedShare > tellRepeatedShare) {
    const percent = Math.round(100 * repeatedShare)
    texts.push(`${percent} % of the round trip is used twice: no better one was found`)
  }
  return texts
}
