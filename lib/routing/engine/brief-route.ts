import { type LatLon, roundMeters, roundSeconds } from '#ground/geo'
import { ApiError } from '#platform/errors'
import type { EngineRoute } from './answers.ts'
import type { Costing } from './costing.ts'
import type { Engine } from './engine.ts'

/** A route without instructions, which is much faster; undefined when there is none. */
export async function briefRoute(
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

/** Distance and time of a route, rounded as in every answer. */
export function tripTotals({ trip: { summary } }: EngineRoute) {
  return {
    distance_meters: roundMeters(summary.length * 1000),
    duration_seconds: roundSeconds(summary.time),
  }
}
