import { noData } from './vrt.ts'

/** Maximum distance from data of a gap to close: 40 arc-seconds, 1.2 km. */
export const maxGapSamples = 40

/** For each column, the nearest sample with data in one direction: its height, and its distance in samples. */
interface NearestData {
  height: Int16Array
  distance: Float64Array
}

function noneNear(width: number): NearestData {
  return { height: new Int16Array(width), distance: new Float64Array(width).fill(Infinity) }
}

/**
 * Closes gaps in a tile of heights, in place: a sample without data gets the mean of the nearest data in the eight
 * directions, weighted by inverse distance. Only data up to {@link maxGapSamples} away counts, so tiles that overlap
 * by that much agree along their edge.
 *
 * The engine cannot represent a gap within a road: it reads a missing sample as a height.
 *
 * @param heights Row by row; {@link noData} for missing samples.
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
 * Passes once over the rows, downwards (`step` 1) or upwards (-1): three directions from the previous row and one
 * along the row.
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
  let before = { straight: noneNear(width), left: noneNear(width), right: noneNear(width) }
  let now = { straight: noneNear(width), left: noneNear(width), right: noneNear(width) }
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
      // A diagonal of this many samples stays within the overlap of tiles.
      add(now.left.height[column]!, now.left.distance[column]!, maxGapSamples * diagonal)
      add(now.right.height[column]!, now.right.distance[column]!, maxGapSamples * diagonal)
    }
    const spare = before
    before = now
    now = spare
  }
}

function advance(
  to: NearestData,
  column: number,
  from: NearestData,
  source: number,
  length: number,
): void {
  const inside = source >= 0 && source < from.distance.length
  to.height[column] = inside ? from.height[source]! : 0
  to.distance[column] = inside ? from.distance[source]! + length : Infinity
}
