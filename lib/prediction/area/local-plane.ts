import type { LatLon } from '#ground/geo'
import { eccentricitySquared, equatorialRadiusMeters, flattening } from '#ground/geo'
import type { LocalPlane } from '../prediction.ts'

const degree = Math.PI / 180

/** Squared distance from the centre below which a point has no direction, m2. */
const minSquareMeters = 1e-12

/**
 * Builds an azimuthal equidistant projection around a position on the WGS 84 ellipsoid.
 *
 * Positions go through Earth-centred coordinates, so poles and the antimeridian need no special cases. The direction
 * from the centre follows the normal section. The distance follows a circle with Euler's radius of curvature in that
 * direction. Both are within 1e-6 of the geodesic up to 25 km. Distances between two other points are accurate to
 * 1e-5.
 */
export function createLocalPlane(center: LatLon): LocalPlane {
  const [sinLat, cosLat] = [Math.sin(center.lat * degree), Math.cos(center.lat * degree)]
  const [sinLon, cosLon] = [Math.sin(center.lon * degree), Math.cos(center.lon * degree)]
  const w2 = 1 - eccentricitySquared * sinLat * sinLat
  // Radii of curvature in the prime vertical and in the meridian.
  const across = equatorialRadiusMeters / Math.sqrt(w2)
  const along = (across * (1 - eccentricitySquared)) / w2
  const [x0, y0, z0] = [
    across * cosLat * cosLon,
    across * cosLat * sinLon,
    across * (1 - eccentricitySquared) * sinLat,
  ]
  /** Returns Euler's radius of curvature in the direction (east, north), metres. */
  const radius = (east: number, north: number, square: number) =>
    square < minSquareMeters ? across : square / ((north * north) / along + (east * east) / across)

  const fromEarthCentred = (earthX: number, earthY: number, earthZ: number) => {
    const x = earthX - x0
    const y = earthY - y0
    const z = earthZ - z0
    const out = cosLon * x + sinLon * y
    const east = cosLon * y - sinLon * x
    const north = cosLat * z - sinLat * out
    const up = cosLat * out + sinLat * z
    const square = east * east + north * north
    const r = radius(east, north, square)
    const chord = Math.sqrt(square + up * up)
    const scale =
      square < minSquareMeters ? 1 : (2 * r * Math.asin(chord / 2 / r)) / Math.sqrt(square)
    return { east: east * scale, north: north * scale }
  }
  return {
    center,
    toPlane(place) {
      const { x, y, z } = toEarthCentred(place)
      return fromEarthCentred(x, y, z)
    },
    fromEarthCentred,
    toGlobe(east, north) {
      const square = east * east + north * north
      const distance = Math.sqrt(square)
      const r = radius(east, north, square)
      const angle = distance / r
      const flat = square < minSquareMeters ? 1 : (r * Math.sin(angle)) / distance
      const up = -2 * r * Math.sin(angle / 2) ** 2
      const out = cosLat * up - sinLat * north * flat
      const x = x0 + cosLon * out - sinLon * east * flat
      const y = y0 + sinLon * out + cosLon * east * flat
      const z = z0 + sinLat * up + cosLat * north * flat
      return { lat: computeLatitude(Math.sqrt(x * x + y * y), z), lon: Math.atan2(y, x) / degree }
    },
  }
}

/** Converts a position on the ellipsoid to Earth-centred coordinates, metres. */
export function toEarthCentred({ lat, lon }: LatLon): { x: number; y: number; z: number } {
  const sin = Math.sin(lat * degree)
  const cos = Math.cos(lat * degree)
  const normal = equatorialRadiusMeters / Math.sqrt(1 - eccentricitySquared * sin * sin)
  return {
    x: normal * cos * Math.cos(lon * degree),
    y: normal * cos * Math.sin(lon * degree),
    z: normal * (1 - eccentricitySquared) * sin,
  }
}

/** Computes the latitude by Bowring's formula (1976), accurate to a micrometre near the ground. */
function computeLatitude(fromAxis: number, z: number): number {
  const polarMeters = equatorialRadiusMeters * (1 - flattening)
  const reduced = Math.atan2(z * equatorialRadiusMeters, fromAxis * polarMeters)
  const secondEccentricity2 = eccentricitySquared / (1 - eccentricitySquared)
  const top = z + secondEccentricity2 * polarMeters * Math.sin(reduced) ** 3
  const bottom = fromAxis - eccentricitySquared * equatorialRadiusMeters * Math.cos(reduced) ** 3
  return Math.atan2(top, bottom) / degree
}
