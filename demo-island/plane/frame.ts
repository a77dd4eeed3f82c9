import type { LatLon } from '#ground/geo'
import type { IslandPoint } from './geometry.ts'

/**
 * The demo region's frame: a flat plane in metres around one point of the North Atlantic, far from any land, all
 * inside the degree cell N46W029.
 *
 * Everything in this folder uses only the operations that IEEE 754 defines exactly (+ - * / and square root), so every
 * platform produces the same bytes.
 */

/** Origin of the plane. */
export const origin: LatLon = { lat: 46.45, lon: -28.45 }

/** Metres per degree of the WGS 84 ellipsoid at the origin's latitude. */
const metersPerDegreeLat = 111_160.1
const metersPerDegreeLon = 76_833.2

/** Area of the data set, in whole arc-seconds: every vertex of the region lies inside. */
export const bounds = { minLat: 46.335, minLon: -28.64, maxLat: 46.555, maxLon: -28.26 }

/** Converts metres east (x) and north (y) of the origin to degrees. */
export function toPosition({ x, y }: IslandPoint): LatLon {
  return { lat: origin.lat + y / metersPerDegreeLat, lon: origin.lon + x / metersPerDegreeLon }
}

/** Converts degrees to metres east (x) and north (y) of the origin. */
export function toPoint(lat: number, lon: number): IslandPoint {
  return { x: (lon - origin.lon) * metersPerDegreeLon, y: (lat - origin.lat) * metersPerDegreeLat }
}
