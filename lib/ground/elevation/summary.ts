import type * as z from 'zod'
import { roundMeters } from '#ground/geo'
import { buildProfile, measureTotalClimb } from '#ground/terrain'
import type { ElevationSummary } from './schemas/index.ts'

/**
 * Summarises heights: highest, lowest and mean, metres to 0.1. With distances it adds ascent and descent, smoothed as
 * for routes. All values are `null` when all heights are missing.
 */
export function summarise(
  heights: readonly (number | null)[],
  distances?: ArrayLike<number>,
): z.output<typeof ElevationSummary> {
  let highest = -Infinity
  let lowest = Infinity
  let sum = 0
  let count = 0
  for (const height of heights) {
    if (height === null) continue
    if (height > highest) highest = height
    if (height < lowest) lowest = height
    sum += height
    count++
  }
  return {
    max_elevation_meters: count > 0 ? roundMeters(highest) : null,
    min_elevation_meters: count > 0 ? roundMeters(lowest) : null,
    avg_elevation_meters: count > 0 ? roundMeters(sum / count) : null,
    ...(distances && measureClimb(heights, distances)),
  }
}

function measureClimb(heights: readonly (number | null)[], distances: ArrayLike<number>) {
  const profile = buildProfile(distances, heights)
  if (!profile) return { total_ascent_meters: null, total_descent_meters: null }
  const { ascentMeters, descentMeters } = measureTotalClimb(profile)
  return {
    total_ascent_meters: roundMeters(ascentMeters),
    total_descent_meters: roundMeters(descentMeters),
  }
}
