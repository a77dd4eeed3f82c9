import type { TravelOptionsInput, TravelType } from '#routing/schemas'

/** Metres per second, straight line; vehicles 90 km/h. */
const speeds: Record<TravelType, number> = {
  auto: 25,
  bus: 25,
  truck: 25,
  bicycle: 25 / 3.6,
  pedestrian: 5.1 / 3.6,
}

/** Most places are nearer to a road than this, and are reached from there. */
const besideRoadMeters = 250

/**
 * Half width of the corridor as a share of the distance covered in the maximum detour. A detour out and back
 * reaches half; one that replaces a part of the route reaches farther. On the demo island (60 random requests)
 * 0.5 missed 2 % of the best places, 0.75 1 %.
 */
const halfWidthShare = 0.75

const maxHalfWidthMeters = 50_000

/** How far from a route places are searched for. */
export interface DetourReach {
  /** A place farther from the route is not found. */
  halfWidthMeters: number
  /** Minimum detour to a place at this distance from a leg, out and back. */
  minDetourSeconds(distanceMeters: number): number
}

/**
 * The reach of a maximum detour, in a straight line at the speed of the travel type, or at the given walking or
 * cycling speed if that is faster.
 */
export function reachOf(
  travel: TravelType,
  options: TravelOptionsInput | undefined,
  maxDetourSeconds: number,
): DetourReach {
  const given = options?.[travel] as { walking_speed?: number; cycling_speed?: number } | undefined
  const kilometersPerHour = given?.walking_speed ?? given?.cycling_speed ?? 0
  const speed = Math.max(speeds[travel], kilometersPerHour / 3.6)
  const halfWidth = besideRoadMeters + halfWidthShare * maxDetourSeconds * speed
  return {
    halfWidthMeters: Math.min(maxHalfWidthMeters, halfWidth),
    minDetourSeconds: (meters) => (2 * Math.max(0, meters - besideRoadMeters)) / speed,
  }
}
