import type { LatLon } from '#ground/geo'
import type { Costing, EngineQuery } from '#routing/engine'
import { sampleSpacingMeters } from './heights.ts'

export interface RouteQueryOptions {
  locations: readonly LatLon[]
  costing: Costing
  language: string
  elevationIntervalMeters: number
}

/** The engine query for a route that `describeTrip` can describe. */
export function routeQuery({
  locations,
  costing,
  language,
  elevationIntervalMeters,
}: RouteQueryOptions): EngineQuery {
  return {
    locations,
    ...costing,
    // Always metric: the code that reads the answer expects kilometres and metres.
    units: 'kilometers',
    language,
    elevation_interval: sampleSpacingMeters(elevationIntervalMeters),
    turn_lanes: true,
  }
}
