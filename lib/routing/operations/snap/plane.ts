import { type LatLon, wrapDegrees } from '#ground/geo'

/** Metres of a degree of latitude. */
export const metersPerDegree = 111_195

/** On a plane: neighbours in a trace are near each other, and a geodesic takes fifty times as long. */
export function planeMeters(a: LatLon, b: LatLon): number {
  const east = wrapDegrees(b.lon - a.lon) * Math.cos(((a.lat + b.lat) * Math.PI) / 360)
  return Math.hypot(east, b.lat - a.lat) * metersPerDegree
}
