import geodesic from 'geographiclib-geodesic'
import type { LatLon } from './position.ts'
import { makeRounder, roundCoordinate, roundMeters } from './rounding.ts'

const { Geodesic } = geodesic
const wgs84 = Geodesic.WGS84
const roundDegrees = makeRounder(2)

/** The geodesic between two positions. */
export interface GeodesicMeasure {
  distance_meters: number
  /** Degrees clockwise from north at the start, 0 to 360. */
  initial_bearing_degrees: number
  /** Degrees clockwise from north at the end, in the direction of travel. */
  final_bearing_degrees: number
  /** Point halfway along the geodesic. */
  midpoint: LatLon
}

/**
 * Measures length, bearings and midpoint of the geodesic on the WGS 84 ellipsoid (Karney 2013, Algorithms for
 * geodesics). Metres to 0.1, degrees of bearing to 0.01.
 */
export function measureGeodesic(from: LatLon, to: LatLon): GeodesicMeasure {
  const { s12, azi1, azi2 } = wgs84.Inverse(from.lat, from.lon, to.lat, to.lon)
  const half = wgs84
    .InverseLine(from.lat, from.lon, to.lat, to.lon)
    .Position(s12! / 2, Geodesic.LATITUDE | Geodesic.LONGITUDE)
  return {
    distance_meters: roundMeters(s12!),
    initial_bearing_degrees: toBearing(azi1!),
    final_bearing_degrees: toBearing(azi2!),
    midpoint: { lat: roundCoordinate(half.lat2!), lon: roundCoordinate(half.lon2!) },
  }
}

/** Converts degrees from -180 to 180 to a bearing from 0 (inclusive) to 360 (exclusive). */
function toBearing(azimuth: number): number {
  return roundDegrees((azimuth + 360) % 360) % 360
}
