import { type LatLon, roundMeters, roundSeconds } from '#ground/geo'
import { ApiError } from '#platform/errors'
import type { EngineRoute } from './answers.ts'
import type { Costing } from './costing.ts'
import type { Engine } from './engine.ts'

/** Requests a route without instructions, which is much faster. Returns undefined when no route exists. */
export async function requestBriefRoute(
  engine: Engine,
  locations: readonly LatLon[],
  costing: Costing,
  signal?: AbortSignal,
): Promise<EngineRoute | undefined> {
  const query = { locations, ...costing, units: 'kilometers', directions_type: 'none' }
  try {
    return await engine.call<EngineRoute>('route', query, signal)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'no_route') return undefined
    throw error
  }
}

/** Returns the distance and time of a route, rounded as in every answer. */
export function readTripTotals({ trip: { summary } }: EngineRoute) {
  return {
    distance_meters: roundMeters(summary.length * 1000),
    duration_seconds: roundSeconds(summary.time),
  }
}
