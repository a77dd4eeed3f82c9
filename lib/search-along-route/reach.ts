import type { TravelOptionsInput, TravelType } from '../routing/schemas/index.ts'

/** Metres a second on the way to a place beside the route; vehicles 90 km/h. */
const speeds: Record<TravelType, number> = {
  auto: 25,
  bus: 25,
  truck: 25,
  bicycle: 25 / 3.6,
  pedestrian: 5.1 / 3.6,
}

/** Most places are nearer to a road than this, and are reached from there. */
const besideRoadMeters = 250

const maxHalfWidthMeters = 50_000

/** How far from a route places are worth a look, and how near they may be at least. */
export interface DetourReach {
  halfWidthMeters: number
  /** A place so far from the route takes about this long to get to and back, at least. */
  minDetourSeconds(distanceMeters: number): number
}

/**
 * The corridor of a maximum detour: half of it leads straight to its border at the speed of the travel type.
 * A place on another way that is hardly slower may be farther away, and is not found.
 */
export function reachOf(
  travel: TravelType,
  options: TravelOptionsInput | undefined,
  maxDetourSeconds: number,
): DetourReach {
  const given = options?.[travel] as { walking_speed?: number; cycling_speed?: number } | undefined
  const kilometersPerHour = given?.walking_speed ?? given?.cycling_speed ?? 0
  const speed = Math.max(speeds[travel], kilometersPerHour / 3.6)
  const halfWidth = besideRoadMeters + (maxDetourSeconds / 2) * speed
  return {
    halfWidthMeters: Math.min(maxHalfWidthMeters, halfWidth),
    minDetourSeconds: (meters) => (2 * Math.max(0, meters - besideRoadMeters)) / speed,
  }
}
