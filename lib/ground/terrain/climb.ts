import type { ElevationProfile } from './profile.ts'
import { computeMovingMean } from './smooth.ts'

/** Window of the mean taken before climbs are counted. */
const smoothingMeters = 90

/**
 * A change of direction counts when it reaches this height. After the 90 m mean, 5 m is the smallest threshold that
 * leaves a flat road flat under the noise of a 30 m elevation model (1.5 m, 45 m correlation length) and takes
 * nothing from hills; BRouter uses the same on 1-arc-second data.
 *
 * Roads along steep slopes, where sideways errors of the map become heights, would need a larger threshold. That
 * would take the slope across the road, which the engine's tiles do not contain.
 */
export const thresholdMeters = 5

/** Ascent and descent up to each sample, metres, both rising from 0. */
export interface ClimbAlong {
  ascent: Float64Array
  descent: Float64Array
}

/**
 * Computes the smoothed ascent and descent of a profile: the 90 m mean, then rises and falls between turning points
 * at least 5 m apart in height. The ends count as turning points too, at any distance to the next, so ascent minus
 * descent is exactly the difference in height between the ends.
 */
export function measureClimbAlong(profile: ElevationProfile): ClimbAlong {
  const heights = computeMovingMean(profile, smoothingMeters)
  const ascent = new Float64Array(heights.length)
  const descent = new Float64Array(heights.length)
  const turns = findTurningPoints(heights, thresholdMeters)
  for (let t = 1; t < turns.length; t++) {
    const from = turns[t - 1]!
    const to = turns[t]!
    const base = heights[from]!
    const rise = heights[to]! - base
    const sign = Math.sign(rise)
    let gained = 0
    for (let i = from + 1; i <= to; i++) {
      // Within a rise only the highest point counts: dips below the threshold add nothing.
      gained = Math.min(Math.abs(rise), Math.max(gained, sign * (heights[i]! - base)))
      ascent[i] = ascent[from]! + (sign > 0 ? gained : 0)
      descent[i] = descent[from]! + (sign < 0 ? gained : 0)
    }
  }
  return { ascent, descent }
}

/** Computes the total ascent and descent in metres, smoothed as for routes. */
export function measureTotalClimb(profile: ElevationProfile): {
  ascentMeters: number
  descentMeters: number
} {
  const { ascent, descent } = measureClimbAlong(profile)
  return { ascentMeters: ascent.at(-1) ?? 0, descentMeters: descent.at(-1) ?? 0 }
}

/**
 * Finds the indices of the ends and of the peaks and valleys that reach the threshold; the same in both directions.
 */
function findTurningPoints(heights: Float64Array, threshold: number): number[] {
  const turns: number[] = [0]
  let low = 0
  let high = 0
  let direction = 0
  for (let i = 1; i < heights.length; i++) {
    if (heights[i]! > heights[high]!) high = i
    if (heights[i]! < heights[low]!) low = i
    if (direction >= 0 && heights[high]! - heights[i]! >= threshold) {
      turns.push(high)
      direction = -1
      low = i
      high = i
    } else if (direction <= 0 && heights[i]! - heights[low]! >= threshold) {
      turns.push(low)
      direction = 1
      low = i
      high = i
    }
  }
  if (direction !== 0) turns.push(direction > 0 ? high : low)
  turns.push(heights.length - 1)
  return turns
}
