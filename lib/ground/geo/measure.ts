import geodesic from 'geographiclib-geodesic'
import type { LatLon } from './position.ts'
import { roundCoordinate, rounder, roundMeters } from './rounding.ts'

const { Geodesic } = geodesic
const wgs84 = Geodesic.WGS84
const roundDegrees = rounder(2)

/** The straight way between two positions. */
export interface GeodesicMeasure {
  distance_meters: number
  /** Clockwise from north at the start, 0 to 360. */
  initial_bearing_degrees: number
  /** The same at the end, in the direction of travel. */
  final_bearing_degrees: number
  /** Halfway along the geodesic. */
  midpoint: LatLon
}

/**
 * Length, bearings and midpoint of the geodesic on the WGS 84 ellipsoid (Karney 2013, Algorithms for geodesics).
 * Metres to 0.1, degrees of bearing to 0.01.
 */
export function measureGeodesic(from: LatLon, to: LatLon): GeodesicMeasure {
  const { s12, azi1, azi2 } = wgs84.Inverse(from.lat, from.lon, to.lat, to.lon)
  const half = wgs84
    .InverseLine(from.lat, from.lon, to.lat, to.lon)
    .Position(s12! / 2, Geodesic.LATITUDE | Geodesic.LONGITUDE)
  return {
    distance_meters: roundMeters(s12!),
    initial_bearing_degrees: bearing(azi1!),
    final_bearing_degrees: bearing(azi2!),
    midpoint: { lat: roundCoordinate(half.lat2!), lon: roundCoordinate(half.lon2!) },
  }
}

/** From -180 to 180 degrees to 0 up to, without, 360. */
function bearing(azimuth: number): number {
  return roundDegrees((azimuth + 360) % 360) % 360
}
