const radians = Math.PI / 180

/** Mean radius of the Earth, IUGG. */
const earthRadiusMeters = 6_371_008.8

/** A geodesic is at most so much shorter or longer than the distance on the sphere (0.56 %). */
export const sphereError = 0.006

/** Distance on a sphere, in metres, by the haversine formula; degrees in. */
export function sphereMeters(lat: number, lon: number, toLat: number, toLon: number): number {
  const sinLat = Math.sin(((toLat - lat) / 2) * radians)
  const sinLon = Math.sin(((toLon - lon) / 2) * radians)
  const h = sinLat * sinLat + Math.cos(lat * radians) * Math.cos(toLat * radians) * sinLon * sinLon
  return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(h)))
}

export interface DegreeBox {
  minLat: number
  minLon: number
  maxLat: number
  maxLon: number
}

/**
 * Distance on a sphere from a point to the nearest of a box, in metres. Along a meridian at longitude
 * difference d the nearest latitude is atan2(sin lat, cos lat cos d), or that end of the box which is
 * nearer.
 */
export function sphereMetersToBox(lat: number, lon: number, box: DegreeBox): number {
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

/** The difference of two longitudes the short way round, -180 to 180. */
export function turn(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}
