import type { LegHeights } from '#ground/terrain'
import type { EngineLeg } from '#routing/engine'

/**
 * Tiles hold a height at least every 32 m. Sampled at 30 m, the ascent of a footpath in Andorra and the
 * descent of the way back differ by up to 5 m; sampled at 15 m, by less than 1 m.
 */
const maxSpacingMeters = 20

/**
 * Spacing of the heights requested from the engine: the published interval divided into equal parts of
 * at most 20 m. So ascent hardly depends on the interval, and each published sample is one of the engine's.
 */
export function sampleSpacingMeters(intervalMeters: number): number {
  return intervalMeters / Math.ceil(intervalMeters / maxSpacingMeters)
}

/** The lowest height a tile can hold, and what it holds where there is no data. */
const noDataMeters = -500

/** No road goes this low: the shore of the Dead Sea is at -430 m. */
const minHeightMeters = -450

/** Steps of a straight ramp are equal but for the rounding of its two samples to 0.1 m. */
const equalStepMeters = 0.25

/** Heights of a leg as input to terrain analysis, no-data as `null`. */
export function legHeights(leg: EngineLeg, spacingMeters: number): LegHeights {
  return {
    lengthMeters: Math.round(leg.summary.length * 1000),
    spacingMeters,
    heights: withoutNoData(leg.elevation ?? []),
  }
}

/**
 * The engine has no value for no-data: it answers -500 m, followed by a straight ramp to the next node
 * that has a height. Both become `null`.
 */
function withoutNoData(heights: readonly number[]): readonly (number | null)[] {
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

/** Clears the straight ramp that leads to the no-data at `from`, in one direction. */
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
    // Where the ramp begins between two samples, its first step is shorter.
    const isFirst = heights[i - direction]! <= noDataMeters
    if (isFirst ? !(Math.abs(step) > 1) : !(Math.abs(step - stepBefore) <= equalStepMeters)) return
  }
}
