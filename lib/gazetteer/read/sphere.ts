import { earthRadiusMeters } from '../../geo/index.ts'
import type { NodeBox } from '../format/tree.ts'

const radians = Math.PI / 180

/** Relative difference between a geodesic and the distance on the sphere, at most 0.56 %. */
export const sphereError = 0.006

/** Distance on a sphere, in metres, by the haversine formula; degrees in. */
export function sphereMeters(lat: number, lon: number, toLat: number, toLon: number): number {
  const sinLat = Math.sin(((toLat - lat) / 2) * radians)
  const sinLon = Math.sin(((toLon - lon) / 2) * radians)
  const h = sinLat * sinLat + Math.cos(lat * radians) * Math.cos(toLat * radians) * sinLon * sinLon
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(h)))
}

/**
 * Distance on a sphere from a point to a box, in metres. Along a meridian at longitude difference d the
 * nearest latitude is atan2(sin lat, cos lat cos d), or the nearer end of the box's side.
 */
export function sphereMetersToBox(lat: number, lon: number, box: NodeBox): number {
  const { minLat, minLon, maxLat, maxLon } = box
  if (lon >= minLon && lon <= maxLon) {
    const nearest = Math.min(Math.max(lat, minLat), maxLat)
    return sphereMeters(lat, lon, nearest, lon)
  }
  return Math.min(
    metersToMeridian(lat, lon, minLon, minLat, maxLat),
    metersToMeridian(lat, lon, maxLon, minLat, maxLat),
  )
}

function metersToMeridian(
  lat: number,
  lon: number,
  meridian: number,
  minLat: number,
  maxLat: number,
): number {
  const apart = (meridian - lon) * radians
  const nearest =
    Math.atan2(Math.sin(lat * radians), Math.cos(lat * radians) * Math.cos(apart)) / radians
  if (nearest > minLat && nearest < maxLat) return sphereMeters(lat, lon, nearest, meridian)
  return Math.min(
    sphereMeters(lat, lon, minLat, meridian),
    sphereMeters(lat, lon, maxLat, meridian),
  )
}

/** A difference of longitudes the short way round: -180 to 180. */
export function turn(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}
