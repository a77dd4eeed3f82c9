import type { LatLon } from '../../geo/index.ts'
import type { Costing, EngineQuery } from '../engine/index.ts'
import { sampleSpacingMeters } from './heights.ts'

export interface RouteQueryOptions {
  locations: readonly LatLon[]
  costing: Costing
  language: string
  elevationIntervalMeters: number
}

/** The query whose answer `describeTrip` makes a Route of. */
export function routeQuery({
  locations,
  costing,
  language,
  elevationIntervalMeters,
}: RouteQueryOptions): EngineQuery {
  return {
    locations,
    ...costing,
    // Always metric, so that lengths are kilometres and heights metres.
    units: 'kilometers',
    language,
    elevation_interval: sampleSpacingMeters(elevationIntervalMeters),
    turn_lanes: true,
  }
}
