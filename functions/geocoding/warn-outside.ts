import type { Gazetteer } from '../../lib/gazetteer/index.ts'
import type { LatLon } from '../../lib/geo/index.ts'

/** Explains an empty answer for a point that lies outside the region's places. */
export function warnOutside(
  results: readonly unknown[],
  { bounds: { min_lat, max_lat, min_lon, max_lon } }: Gazetteer,
  { point: { lat, lon }, warn }: { point: LatLon; warn(text: string): void },
): void {
  if (results.length > 0) return
  if (lat >= min_lat && lat <= max_lat && lon >= min_lon && lon <= max_lon) return
  const degrees = (value: number) => value.toFixed(2)
  warn(
    `the point lies outside the places of this region: latitude ${degrees(min_lat)} to ${degrees(max_lat)}, ` +
      `longitude ${degrees(min_lon)} to ${degrees(max_lon)}`,
  )
}
