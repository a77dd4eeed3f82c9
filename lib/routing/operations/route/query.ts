import type { LatLon } from '#ground/geo'
import type { Costing, EngineQuery } from '#routing/engine'
import { chooseSampleSpacing } from './heights.ts'

export interface RouteQueryOptions {
  locations: readonly LatLon[]
  costing: Costing
  language: string
  elevationIntervalMeters: number
}

/** Builds the engine query for a route that `describeTrip` can describe. */
export function buildRouteQuery({
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
    elevation_interval: chooseSampleSpacing(elevationIntervalMeters),
    turn_lanes: true,
  }
}
