import { cumulativeMeters, decodeMicrodegrees, encodePolyline } from '#ground/geo'
import type { EngineLeg, EngineManeuver, EngineTrip } from '#routing/engine'

/** A maneuver as the engine returns it, with the minimum of fields. */
export function maneuver(extra: Partial<EngineManeuver> = {}): EngineManeuver {
  return {
    type: 8,
    instruction: 'Continue.',
    time: 12.4,
    length: 0.25,
    begin_shape_index: 0,
    end_shape_index: 2,
    travel_mode: 'drive',
    ...extra,
  }
}

/** A leg due north from a latitude over 600 m, with these heights. */
export function northward(fromLat: number, heights: number[], extra: Partial<EngineLeg> = {}) {
  const positions = [0, 0.002, 0.004, 0.0054].map((north) => ({ lat: fromLat + north, lon: 1.5 }))
  const shape = encodePolyline(positions)
  const meters = cumulativeMeters(decodeMicrodegrees(shape)).at(-1)!
  const leg: EngineLeg = {
    maneuvers: [
      maneuver({ type: 1, bearing_after: 0, begin_shape_index: 0, end_shape_index: 3 }),
      maneuver({ type: 4, bearing_before: 0, begin_shape_index: 3, end_shape_index: 3 }),
    ],
    summary: {
      length: Math.round(meters) / 1000,
      time: 60.6,
      cost: 60.6,
      has_toll: false,
      has_highway: true,
      has_ferry: false,
      min_lat: fromLat,
      min_lon: 1.5,
      max_lat: fromLat + 0.0054,
      max_lon: 1.5,
    },
    shape,
    elevation: heights,
    elevation_interval: 30,
    ...extra,
  }
  return leg
}

export function tripOf(legs: EngineLeg[]): EngineTrip {
  const first = legs[0]!.summary
  const last = legs.at(-1)!.summary
  return {
    locations: [...legs, legs.at(-1)!].map((_, i) => ({ lat: 0, lon: 0, original_index: i })),
    legs,
    summary: {
      ...first,
      length: legs.reduce((sum, { summary }) => sum + summary.length, 0),
      time: legs.reduce((sum, { summary }) => sum + summary.time, 0),
      max_lat: last.max_lat,
    },
    language: 'en-US',
  }
}
