import { wrapDegrees } from '#ground/geo'
import { figures } from './figures/index.ts'

/**
 * Rates how dry the climate of a position is: 1 inside the dry regions of the figures, 0 away from them, linear
 * across their edges.
 */
export function measureDryness({ lat, lon: anyLon }: { lat: number; lon: number }): number {
  const { dryRegions, dryEdgeDegrees } = figures.ecoregion
  const lon = wrapDegrees(anyLon)
  let share = 0
  for (const [, south, west, north, east] of dryRegions.value) {
    const inside = Math.min(lat - south, north - lat, lon - west, east - lon)
    // 0.5 at the edge, so that two regions with a common edge add up to one.
    share += Math.min(1, Math.max(0, 0.5 + inside / dryEdgeDegrees.value))
  }
  return Math.min(1, share)
}
