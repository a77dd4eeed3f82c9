import type { LatLon } from '../../geo/index.ts'
import type { LocalPlane } from '../prediction.ts'

const degree = Math.PI / 180

/** WGS 84: the half-axes in metres and the first eccentricity squared. */
const equatorMeters = 6_378_137
const flattening = 1 / 298.257223563
const eccentricity2 = flattening * (2 - flattening)

/** Square metres: nearer than this there is no direction to speak of. */
const atTheCenter = 1e-12

/**
 * The azimuthal equidistant plane of a place on the WGS 84 ellipsoid.
 *
 * Positions go through Earth-centred coordinates, so the poles and the antimeridian are places like any
 * other. Direction is that of the normal section and distance that of the circle which has the
 * ellipsoid's curvature in it (Euler's radius): both within 1e-6 of the geodesic up to 25 km from the
 * centre, from where it is. Between two places aside of the centre a distance is true to 1e-5.
 */
export function localPlane(center: LatLon): LocalPlane {
  const [sinLat, cosLat] = [Math.sin(center.lat * degree), Math.cos(center.lat * degree)]
  const [sinLon, cosLon] = [Math.sin(center.lon * degree), Math.cos(center.lon * degree)]
  const w2 = 1 - eccentricity2 * sinLat * sinLat
  const across = equatorMeters / Math.sqrt(w2)
  const along = (across * (1 - eccentricity2)) / w2
  const [x0, y0, z0] = [
    across * cosLat * cosLon,
    across * cosLat * sinLon,
    across * (1 - eccentricity2) * sinLat,
  ]
  /** Of the section in the direction east, north. */
  const radius = (east: number, north: number, square: number) =>
    square < atTheCenter ? across : square / ((north * north) / along + (east * east) / across)

  return {
    center,
    toPlane({ lat, lon }) {
      const sin = Math.sin(lat * degree)
      const cos = Math.cos(lat * degree)
      const normal = equatorMeters / Math.sqrt(1 - eccentricity2 * sin * sin)
      const x = normal * cos * Math.cos(lon * degree) - x0
      const y = normal * cos * Math.sin(lon * degree) - y0
      const z = normal * (1 - eccentricity2) * sin - z0
      const out = cosLon * x + sinLon * y
      const east = cosLon * y - sinLon * x
      const north = cosLat * z - sinLat * out
      const up = cosLat * out + sinLat * z
      const square = east * east + north * north
      const r = radius(east, north, square)
      const chord = Math.sqrt(square + up * up)
      const scale =
        square < atTheCenter ? 1 : (2 * r * Math.asin(chord / 2 / r)) / Math.sqrt(square)
      return { east: east * scale, north: north * scale }
    },
    toGlobe(east, north) {
      const square = east * east + north * north
      const distance = Math.sqrt(square)
      const r = radius(east, north, square)
      const angle = distance / r
      const flat = square < atTheCenter ? 1 : (r * Math.sin(angle)) / distance
      const up = -2 * r * Math.sin(angle / 2) ** 2
      const out = cosLat * up - sinLat * north * flat
      const x = x0 + cosLon * out - sinLon * east * flat
      const y = y0 + sinLon * out + cosLon * east * flat
      const z = z0 + sinLat * up + cosLat * north * flat
      return { lat: latitude(Math.sqrt(x * x + y * y), z), lon: Math.atan2(y, x) / degree }
    },
  }
}

/** Bowring's formula (1976), exact to a micrometre near the ground. */
function latitude(fromAxis: number, z: number): number {
  const polarMeters = equatorMeters * (1 - flattening)
  const reduced = Math.atan2(z * equatorMeters, fromAxis * polarMeters)
  const secondEccentricity2 = eccentricity2 / (1 - eccentricity2)
  const top = z + secondEccentricity2 * polarMeters * Math.sin(reduced) ** 3
  const bottom = fromAxis - eccentricity2 * equatorMeters * Math.cos(reduced) ** 3
  return Math.atan2(top, bottom) / degree
}
