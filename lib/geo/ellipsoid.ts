/** WGS 84: the equatorial radius in metres, and the square of the eccentricity. */
const radiusMeters = 6_378_137
const flattening = 1 / 298.257223563
const eccentricitySquared = flattening * (2 - flattening)

/** Metres of a degree of latitude: the radius of curvature of the meridian, as an arc. */
export function metersPerDegreeNorth(lat: number): number {
  const w = 1 - eccentricitySquared * Math.sin((lat * Math.PI) / 180) ** 2
  return ((radiusMeters * (1 - eccentricitySquared)) / w ** 1.5) * (Math.PI / 180)
}

/** Metres of a degree of longitude: the radius of the parallel, as an arc. */
export function metersPerDegreeEast(lat: number): number {
  const phi = (lat * Math.PI) / 180
  const w = 1 - eccentricitySquared * Math.sin(phi) ** 2
  return ((radiusMeters * Math.cos(phi)) / Math.sqrt(w)) * (Math.PI / 180)
}
