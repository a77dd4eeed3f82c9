import type { ElevationProfile } from './profile.ts'

/**
 * Computes the distance-weighted moving mean of a profile: at each sample the mean height over a window centred on
 * it. The window shrinks towards the ends, so that the first and the last height are kept.
 */
export function computeMovingMean(
  { distances, heights }: ElevationProfile,
  windowMeters: number,
): Float64Array {
  const last = distances.length - 1
  const means = new Float64Array(distances.length)
  const integral = new Float64Array(distances.length)
  for (let i = 1; i <= last; i++) {
    const step = distances[i]! - distances[i - 1]!
    integral[i] = integral[i - 1]! + (step * (heights[i]! + heights[i - 1]!)) / 2
  }
  // Both edges of the window only move forward, so each visits the samples once.
  let left = 0
  let right = 0
  for (let i = 0; i <= last; i++) {
    const x = distances[i]!
    const half = Math.min(windowMeters / 2, x - distances[0]!, distances[last]! - x)
    if (half <= 0) {
      means[i] = heights[i]!
      continue
    }
    while (left < last - 1 && distances[left + 1]! < x - half) left++
    while (right < last - 1 && distances[right + 1]! < x + half) right++
    const area =
      integral[right]! +
      measureAreaWithin(distances, heights, right, x + half) -
      integral[left]! -
      measureAreaWithin(distances, heights, left, x - half)
    means[i] = area / (2 * half)
  }
  return means
}

/** Computes the area under the stretch that begins at sample `i`, up to `x` within it. */
function measureAreaWithin(
  distances: Float64Array,
  heights: Float64Array,
  i: number,
  x: number,
): number {
  const past = x - distances[i]!
  const slope = (heights[i + 1]! - heights[i]!) / (distances[i + 1]! - distances[i]!)
  return past * (heights[i]! + (slope * past) / 2)
}
