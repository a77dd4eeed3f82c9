import { distanceMeters, type LatLon, roundConfidence } from '../../geo/index.ts'

/**
 * How well a route follows a trace, 0..1: the mean over the points, where a point counts 1 up to twice the
 * accuracy from the route, then in inverse proportion to its distance, and 0 when unmatched (`null`);
 * multiplied by trace length over route length where the route is more than a fifth longer.
 */
export function confidenceOf(
  distancesMeters: readonly (number | null)[],
  gpsAccuracyMeters: number,
  traceMeters: number,
  wayMeters: number,
): number {
  const near = 2 * gpsAccuracyMeters
  let sum = 0
  for (const distance of distancesMeters) {
    if (distance !== null) sum += distance <= near ? 1 : near / distance
  }
  const detour = wayMeters <= 1.2 * traceMeters + near ? 1 : traceMeters / wayMeters
  return roundConfidence((sum / distancesMeters.length) * detour)
}

export function lengthMetersOf(points: readonly LatLon[]): number {
  let metres = 0
  for (let i = 1; i < points.length; i++) metres += distanceMeters(points[i - 1]!, points[i]!)
  return metres
}
