import type { LegHeights } from '#ground/terrain'
import type { EngineLeg } from '#routing/engine'

/**
 * Maximum spacing of heights. Tiles contain a height at least every 32 m. Sampled at 30 m, the ascent of a footpath
 * in Andorra and the descent of the way back differ by up to 5 m; sampled at 15 m, by less than 1 m.
 */
const maxSpacingMeters = 20

/**
 * Returns the spacing of the heights requested from the engine: the published interval divided into equal parts of at
 * most 20 m. Ascent thus hardly depends on the interval, and each published sample comes from the engine.
 */
export function chooseSampleSpacing(intervalMeters: number): number {
  return intervalMeters / Math.ceil(intervalMeters / maxSpacingMeters)
}

/** Lowest height that a tile can store, and its value for missing data. */
const noDataMeters = -500

/** Lower than any road: the shore of the Dead Sea is at -430 m. */
const minHeightMeters = -450

/** Steps of a straight ramp are equal except for the rounding of its two samples to 0.1 m. */
const equalStepMeters = 0.25

/** Returns the heights of a leg as input to terrain analysis, with missing data as `null`. */
export function readLegHeights(leg: EngineLeg, spacingMeters: number): LegHeights {
  return {
    lengthMeters: Math.round(leg.summary.length * 1000),
    spacingMeters,
    heights: clearMissingHeights(leg.elevation ?? []),
  }
}

/**
 * Replaces missing heights with `null`. The engine has no value for them: it returns -500 m, followed by a straight
 * ramp to the next node that has a height.
 */
function clearMissingHeights(heights: readonly number[]): readonly (number | null)[] {
  if (!heights.some((height) => height < minHeightMeters)) return heights
  const cleaned: (number | null)[] = heights.map((height) =>
    height < minHeightMeters ? null : height,
  )
  for (let i = 0; i < heights.length; i++) {
    if (heights[i]! >= minHeightMeters) continue
    clearRamp(heights, cleaned, i, -1)
    clearRamp(heights, cleaned, i, 1)
  }
  return cleaned
}

/** Clears the straight ramp that leads to the missing data at `from`, in one direction. */
function clearRamp(
  heights: readonly number[],
  cleaned: (number | null)[],
  from: number,
  direction: number,
): void {
  for (let i = from + direction; heights[i]! >= minHeightMeters; i += direction) {
    cleaned[i] = null
    const step = heights[i + direction]! - heights[i]!
    const stepBefore = heights[i]! - heights[i - direction]!
    // If the ramp begins between two samples, its first step is shorter.
    const isFirst = heights[i - direction]! <= noDataMeters
    if (isFirst ? !(Math.abs(step) > 1) : !(Math.abs(step - stepBefore) <= equalStepMeters)) return
  }
}
