/** Position on WGS84, degrees. */
export interface LatLon {
  lat: number
  lon: number
}

/** A box in degrees; `min_lon` is never above `max_lon`. */
export interface Bounds {
  min_lat: number
  min_lon: number
  max_lat: number
  max_lon: number
}

/** Wraps degrees by whole turns to -180 to 180. */
export function wrapDegrees(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360)
}

/** Returns the smallest box around the positions. Throws `RangeError` when there are none. */
export function computeBounds(positions: Iterable<LatLon>): Bounds {
  const bounds = { min_lat: Infinity, min_lon: Infinity, max_lat: -Infinity, max_lon: -Infinity }
  for (const { lat, lon } of positions) {
    if (lat < bounds.min_lat) bounds.min_lat = lat
    if (lat > bounds.max_lat) bounds.max_lat = lat
    if (lon < bounds.min_lon) bounds.min_lon = lon
    if (lon > bounds.max_lon) bounds.max_lon = lon
  }
  if (bounds.min_lat > bounds.max_lat) throw new RangeError('bounds of no positions')
  return bounds
}

/** Intersects two boxes. Returns an empty list when they do not meet, else a single box. */
export function intersectBounds(a: Bounds, b: Bounds): Bounds[] {
  const box = {
    min_lat: Math.max(a.min_lat, b.min_lat),
    min_lon: Math.max(a.min_lon, b.min_lon),
    max_lat: Math.min(a.max_lat, b.max_lat),
    max_lon: Math.min(a.max_lon, b.max_lon),
  }
  return box.min_lat <= box.max_lat && box.min_lon <= box.max_lon ? [box] : []
}
