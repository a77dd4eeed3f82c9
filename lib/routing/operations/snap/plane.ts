import { type LatLon, wrapDegrees } from '#ground/geo'

/** Length of a degree of latitude, metres. */
export const metersPerDegree = 111_195

/**
 * Measures a distance on a plane. Neighbours in a trace are near each other, and a geodesic takes fifty times the
 * time.
 */
export function measureOnPlane(a: LatLon, b: LatLon): number {
  const east = wrapDegrees(b.lon - a.lon) * Math.cos(((a.lat + b.lat) * Math.PI) / 360)
  return Math.hypot(east, b.lat - a.lat) * metersPerDegree
}
