import geodesic from 'geographiclib-geodesic'
import { eccentricitySquared, equatorialRadiusMeters } from './ellipsoid.ts'
import type { LatLon } from './position.ts'

const { Geodesic } = geodesic
const wgs84 = Geodesic.WGS84

/**
 * Measures the geodesic between two positions on the WGS84 ellipsoid, in metres, to a nanometre (Karney 2013, through
 * GeographicLib). Takes a few microseconds.
 */
export function distanceMeters(from: LatLon, to: LatLon): number {
  return wgs84.Inverse(from.lat, from.lon, to.lat, to.lon, Geodesic.DISTANCE).s12!
}

/** Minimum radius of curvature of the ellipsoid, on the meridian at the equator. */
const minCurvatureRadiusMeters = equatorialRadiusMeters * (1 - eccentricitySquared)
/** Rounding error of chords, which are differences of coordinates of millions of metres. */
const roundingMeters = 1e-6

/**
 * Whether the geodesic between two positions is at most `maxMeters` long. About thirty times faster than {@link
 * distanceMeters} unless the length is near the limit: a geodesic is at least as long as its chord, and at most as
 * the arc over that chord with the minimum radius of curvature (Schur's comparison theorem).
 */
export function isWithinMeters(from: LatLon, to: LatLon, maxMeters: number): boolean {
  const chord = measureChord(from, to)
  if (chord > maxMeters + roundingMeters) return false
  const diameter = 2 * minCurvatureRadiusMeters
  // Only positions nearly opposite each other lie beyond.
  const sine = (chord + roundingMeters) / diameter
  const isWithin = sine < 1 && diameter * Math.asin(sine) <= maxMeters
  return isWithin || distanceMeters(from, to) <= maxMeters
}

/** Measures the straight line between two positions through the ellipsoid. */
function measureChord(from: LatLon, to: LatLon): number {
  const radians = Math.PI / 180
  const [sinFrom, sinTo] = [Math.sin(from.lat * radians), Math.sin(to.lat * radians)]
  // Radii of curvature in the prime vertical.
  const fromRadius = equatorialRadiusMeters / Math.sqrt(1 - eccentricitySquared * sinFrom ** 2)
  const toRadius = equatorialRadiusMeters / Math.sqrt(1 - eccentricitySquared * sinTo ** 2)
  const fromAxis = fromRadius * Math.cos(from.lat * radians)
  const toAxis = toRadius * Math.cos(to.lat * radians)
  const up = (1 - eccentricitySquared) * (toRadius * sinTo - fromRadius * sinFrom)
  const across = 2 * Math.sin(((to.lon - from.lon) * radians) / 2)
  return Math.sqrt((toAxis - fromAxis) ** 2 + fromAxis * toAxis * across ** 2 + up ** 2)
}

/** Mean radius of the Earth, IUGG. */
export const earthRadiusMeters = 6_371_008.8
const metersPerMicrodegree = (earthRadiusMeters * Math.PI) / 180e6

/** Length of a degree of latitude on the sphere of the mean radius, metres. */
export const metersPerDegree = (earthRadiusMeters * Math.PI) / 180

/**
 * Measures the distance along a line to each of its positions, in metres, from microdegrees in the format of
 * `decodeMicrodegrees`. The first is 0.
 *
 * Each segment is flat on a sphere: within 0.6 % of the ellipsoid, good enough to divide a known length, and forty
 * times faster than the geodesic.
 */
export function cumulativeMeters(microdegrees: Int32Array): Float64Array {
  const along = new Float64Array(microdegrees.length / 2)
  for (let i = 1; i < along.length; i++) {
    const lat = microdegrees[2 * i]!
    const previousLat = microdegrees[2 * i - 2]!
    const north = lat - previousLat
    const middle = ((lat + previousLat) / 2) * (Math.PI / 180e6)
    const east = (microdegrees[2 * i + 1]! - microdegrees[2 * i - 1]!) * Math.cos(middle)
    along[i] = along[i - 1]! + Math.sqrt(north * north + east * east) * metersPerMicrodegree
  }
  return along
}
