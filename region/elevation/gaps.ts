import { noData } from './vrt.ts'

/** Samples farther than this from any data stay without: 40 arc-seconds, 1.2 km. */
export const maxGapSamples = 40

/** The nearest sample with data in one direction: its height and how many samples away it is. */
interface Trail {
  height: Int16Array
  distance: Float64Array
}

function trail(width: number): Trail {
  return { height: new Int16Array(width), distance: new Float64Array(width).fill(Infinity) }
}

/**
 * Closes gaps in a tile of heights, in place: a sample without data gets the mean of the nearest data in
 * the eight directions, each weighted by the inverse of its distance. Only data up to
 * {@link maxGapSamples} away counts, so two tiles that overlap by that much agree along their edge.
 *
 * The engine cannot hold a gap inside a road: it takes a missing sample for a height and invents slopes.
 *
 * @param heights Row by row, {@link noData} where there is none.
 * @param width Samples in a row.
 */
export function closeGaps(heights: Int16Array, width: number): void {
  const rows = heights.length / width
  const weights = new Float32Array(heights.length)
  const weighted = new Float32Array(heights.length)
  sweep(heights, weights, weighted, width, rows, 1)
  sweep(heights, weights, weighted, width, rows, -1)
  for (let i = 0; i < heights.length; i++)
    if (heights[i] === noData && weights[i]! > 0)
      heights[i] = Math.round(weighted[i]! / weights[i]!)
}

/**
 * One pass over the rows, downwards (`step` 1) or upwards (-1), that looks back to the row before in
 * three directions and along the row in one.
 */
function sweep(
  heights: Int16Array,
  weights: Float32Array,
  weighted: Float32Array,
  width: number,
  rows: number,
  step: 1 | -1,
): void {
  const from = step === 1 ? 0 : rows - 1
  const diagonal = Math.SQRT2
  let before = { straight: trail(width), left: trail(width), right: trail(width) }
  let now = { straight: trail(width), left: trail(width), right: trail(width) }
  for (let row = from; row >= 0 && row < rows; row += step) {
    let alongHeight = 0
    let alongDistance = Infinity
    for (let k = 0; k < width; k++) {
      const column = step === 1 ? k : width - 1 - k
      const i = row * width + column
      const height = heights[i]!
      if (height !== noData) {
        alongHeight = height
        alongDistance = 0
        for (const way of [now.straight, now.left, now.right]) {
          way.height[column] = height
          way.distance[column] = 0
        }
        continue
      }
      alongDistance++
      advance(now.straight, column, before.straight, column, 1)
      advance(now.left, column, before.left, column - 1, diagonal)
      advance(now.right, column, before.right, column + 1, diagonal)
      const add = (height: number, distance: number, reach: number): void => {
        if (distance > reach) return
        weights[i]! += 1 / distance
        weighted[i]! += height / distance
      }
      add(alongHeight, alongDistance, maxGapSamples)
      add(now.straight.height[column]!, now.straight.distance[column]!, maxGapSamples)
      // A diagonal of so many samples stays inside the margin that tiles overlap by.
      add(now.left.height[column]!, now.left.distance[column]!, maxGapSamples * diagonal)
      add(now.right.height[column]!, now.right.distance[column]!, maxGapSamples * diagonal)
    }
    const spare = before
    before = now
    now = spare
  }
}

function advance(to: Trail, column: number, from: Trail, source: number, length: number): void {
  const inside = source >= 0 && source < from.distance.length
  to.height[column] = inside ? from.height[source]! : 0
  to.distance[column] = inside ? from.distance[source]! + length : Infinity
}
