import type { NodeBox } from '../format/tree.ts'
import { orderByKey } from './order-by-key.ts'

/** Number of bits of each coordinate on the curve. */
const curveBits = 16

/** Sorts the indexes of positions by their order along a Hilbert curve over the box. */
export function orderAlongHilbert(
  lats: ArrayLike<number>,
  lons: ArrayLike<number>,
  { minLat, minLon, maxLat, maxLon }: NodeBox,
): Uint32Array {
  const maxCell = 2 ** curveBits - 1
  const keys = new Uint32Array(lats.length)
  for (let i = 0; i < keys.length; i++) {
    const x = Math.floor((maxCell * (lons[i]! - minLon)) / Math.max(1, maxLon - minLon))
    const y = Math.floor((maxCell * (lats[i]! - minLat)) / Math.max(1, maxLat - minLat))
    keys[i] = computeHilbertIndex(x, y)
  }
  return orderByKey(keys)
}

/**
 * Computes the distance along the Hilbert curve of a cell in a grid of 65,536 by 65,536 cells, from the largest
 * quadrant to the smallest (Hamilton 2006, in two dimensions).
 */
function computeHilbertIndex(x: number, y: number): number {
  let index = 0
  let column = x
  let row = y
  for (let side = 1 << (curveBits - 1); side > 0; side >>= 1) {
    const right = (column & side) > 0 ? 1 : 0
    const upper = (row & side) > 0 ? 1 : 0
    index = index * 4 + ((3 * right) ^ upper)
    if (upper === 0) {
      if (right === 1) {
        column = 2 ** curveBits - 1 - column
        row = 2 ** curveBits - 1 - row
      }
      const swapped = column
      column = row
      row = swapped
    }
  }
  return index
}
