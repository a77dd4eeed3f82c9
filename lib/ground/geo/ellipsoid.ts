/** The WGS 84 ellipsoid: equatorial radius in metres, flattening, square of the first eccentricity. */
export const equatorialRadiusMeters = 6_378_137
export const flattening = 1 / 298.257223563
export const eccentricitySquared = flattening * (2 - flattening)

/** Returns the length of a degree of latitude, metres: an arc of the meridian's radius of curvature. */
export function metersPerDegreeNorth(lat: number): number {
  const w = 1 - eccentricitySquared * Math.sin((lat * Math.PI) / 180) ** 2
  return ((equatorialRadiusMeters * (1 - eccentricitySquared)) / w ** 1.5) * (Math.PI / 180)
}

/** Returns the length of a degree of longitude, metres: an arc of the parallel's radius. */
export function metersPerDegreeEast(lat: number): number {
  const phi = (lat * Math.PI) / 180
  const w = 1 - eccentricitySquared * Math.sin(phi) ** 2
  return ((equatorialRadiusMeters * Math.cos(phi)) / Math.sqrt(w)) * (Math.PI / 180)
}

/** Lower bound of the length of a degree of latitude, so that margins in degrees are never too narrow. */
const minMetersPerDegree = 110_500

/**
 * Returns the degrees of latitude and longitude that cover a distance everywhere between two latitudes. The longitude
 * is 360 if the distance reaches a pole.
 */
export function marginDegrees(
  { min_lat, max_lat }: { min_lat: number; max_lat: number },
  meters: number,
): { lat: number; lon: number } {
  const lat = meters / minMetersPerDegree
  const farthest = Math.max(Math.abs(min_lat - lat), Math.abs(max_lat + lat))
  if (farthest >= 90) return { lat, lon: 360 }
  return { lat, lon: Math.min(360, lat / Math.cos((farthest * Math.PI) / 180)) }
}
