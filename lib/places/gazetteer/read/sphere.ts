import { earthRadiusMeters } from '#ground/geo'
import type { NodeBox } from '../format/tree.ts'

const radiansPerDegree = Math.PI / 180

/** Upper bound on the relative difference between geodesic and spherical distance: 0.56 %, rounded up. */
export const sphereError = 0.006

/** Computes a distance on a sphere, metres, from coordinates in degrees by the haversine formula. */
export function measureSphereMeters(
  lat: number,
  lon: number,
  toLat: number,
  toLon: number,
): number {
  const sinLat = Math.sin(((toLat - lat) / 2) * radiansPerDegree)
  const sinLon = Math.sin(((toLon - lon) / 2) * radiansPerDegree)
  const h =
    sinLat * sinLat +
    Math.cos(lat * radiansPerDegree) * Math.cos(toLat * radiansPerDegree) * sinLon * sinLon
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(h)))
}

/**
 * Computes the spherical distance from a point to a box, metres; 0 inside the box. On a side of the box at longitude
 * difference d, the nearest latitude is atan2(sin lat, cos lat cos d) if the side reaches it, else that of the nearer
 * end.
 */
export function measureSphereMetersToBox(lat: number, lon: number, box: NodeBox): number {
  const { minLat, minLon, maxLat, maxLon } = box
  if (lon >= minLon && lon <= maxLon) {
    const nearest = Math.min(Math.max(lat, minLat), maxLat)
    return measureSphereMeters(lat, lon, nearest, lon)
  }
  return Math.min(
    measureMetersToMeridian(lat, lon, minLon, minLat, maxLat),
    measureMetersToMeridian(lat, lon, maxLon, minLat, maxLat),
  )
}

function measureMetersToMeridian(
  lat: number,
  lon: number,
  meridian: number,
  minLat: number,
  maxLat: number,
): number {
  const lonDifference = (meridian - lon) * radiansPerDegree
  const nearest =
    Math.atan2(
      Math.sin(lat * radiansPerDegree),
      Math.cos(lat * radiansPerDegree) * Math.cos(lonDifference),
    ) / radiansPerDegree
  if (nearest > minLat && nearest < maxLat) return measureSphereMeters(lat, lon, nearest, meridian)
  return Math.min(
    measureSphereMeters(lat, lon, minLat, meridian),
    measureSphereMeters(lat, lon, maxLat, meridian),
  )
}
