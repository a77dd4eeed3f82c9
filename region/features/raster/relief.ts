import { reliefStepMeters } from '#ground/landscape'

/** Heights on a grid, row by row; `NaN` in gaps. */
export interface Heights {
  values: Float32Array
  width: number
  height: number
  /** Metres between samples. */
  northMeters: number
  eastMeters: number
}

/**
 * Returns the slope in degrees from the eight neighbours of each sample (Horn, Hill shading and the reflectance map,
 * Proceedings of the IEEE 69, 1981). A neighbour without height counts as level with the sample. A sample without
 * height has slope 0.
 */
export function computeSlopes({
  values,
  width,
  height,
  northMeters,
  eastMeters,
}: Heights): Float32Array {
  const degrees = new Float32Array(values.length)
  for (let row = 0; row < height; row++) {
    const middle = row * width
    const above = row > 0 ? middle - width : middle
    const below = row + 1 < height ? middle + width : middle
    for (let column = 0; column < width; column++) {
      const here = values[middle + column]!
      if (Number.isNaN(here)) continue
      const left = column > 0 ? column - 1 : 0
      const right = column + 1 < width ? column + 1 : column
      const nw = or(values[above + left]!, here)
      const ne = or(values[above + right]!, here)
      const sw = or(values[below + left]!, here)
      const se = or(values[below + right]!, here)
      const n = or(values[above + column]!, here)
      const s = or(values[below + column]!, here)
      const w = or(values[middle + left]!, here)
      const e = or(values[middle + right]!, here)
      const east = (ne + 2 * e + se - nw - 2 * w - sw) / (8 * eastMeters)
      const north = (nw + 2 * n + ne - sw - 2 * s - se) / (8 * northMeters)
      if (east === 0 && north === 0) continue
      degrees[middle + column] = (Math.atan(Math.sqrt(east * east + north * north)) * 180) / Math.PI
    }
  }
  return degrees
}

function or(height: number, otherwise: number): number {
  return Number.isNaN(height) ? otherwise : height
}

/** Radius around a sample within which its relief is taken. */
export const reliefReachMeters = 250

/**
 * Returns the highest minus the lowest height within {@link reliefReachMeters} of each sample, metres; 0 for samples
 * without a height. Where samples are farther apart, neighbours count.
 */
export function computeReliefs(heights: Heights): Float32Array {
  const { values, width, height, northMeters, eastMeters } = heights
  const reachRows = Math.max(1, Math.floor(reliefReachMeters / northMeters))
  const highest = new Float32Array(values.length).fill(-Infinity)
  const lowest = new Float32Array(values.length).fill(Infinity)
  const [upper, lower] = [new Float32Array(values.length), new Float32Array(values.length)]
  const filled = { upper: values.slice(), lower: values.slice() }
  for (let i = 0; i < values.length; i++)
    if (Number.isNaN(values[i]!)) {
      filled.upper[i] = -Infinity
      filled.lower[i] = Infinity
    }
  for (let apart = 0; apart <= reachRows; apart++) {
    const halfChord = Math.sqrt(Math.max(0, reliefReachMeters ** 2 - (apart * northMeters) ** 2))
    const reach = Math.max(apart <= 1 ? 1 : 0, Math.floor(halfChord / eastMeters))
    slideExtremes(filled.upper, upper, width, height, reach, 1)
    slideExtremes(filled.lower, lower, width, height, reach, -1)
    for (let row = 0; row < height; row++)
      for (const other of apart === 0 ? [row] : [row - apart, row + apart]) {
        if (other < 0 || other >= height) continue
        for (let column = 0; column < width; column++) {
          const i = row * width + column
          const k = other * width + column
          if (upper[k]! > highest[i]!) highest[i] = upper[k]!
          if (lower[k]! < lowest[i]!) lowest[i] = lower[k]!
        }
      }
  }
  return highest.map((high, i) => (Number.isNaN(values[i]!) ? 0 : high - lowest[i]!))
}

/** Returns the maximum (`sign` 1) or minimum (-1) within `reach` columns, by a monotone queue. */
function slideExtremes(
  values: Float32Array,
  into: Float32Array,
  width: number,
  height: number,
  reach: number,
  sign: 1 | -1,
): void {
  const queue = new Int32Array(width)
  for (let row = 0; row < height; row++) {
    const start = row * width
    let [head, tail] = [0, 0]
    for (let column = 0; column < width + reach; column++) {
      if (column < width) {
        const value = values[start + column]! * sign
        while (tail > head && values[start + queue[tail - 1]!]! * sign <= value) tail--
        queue[tail++] = column
      }
      const middle = column - reach
      if (middle < 0) continue
      while (queue[head]! < middle - reach) head++
      into[start + middle] = values[start + queue[head]!]!
    }
  }
}

/** Returns the byte of a slope in degrees. */
export function toSlopeByte(degrees: number): number {
  return (degrees + 0.5) | 0
}

/** Returns the byte of a relief in metres. */
export function toReliefByte(meters: number): number {
  return Math.min(254, (meters / reliefStepMeters + 0.5) | 0)
}
