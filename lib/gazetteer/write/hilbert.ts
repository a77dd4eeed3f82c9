/** Bits of each coordinate on the curve. */
export const curveBits = 16

/**
 * The distance along the Hilbert curve of a cell of a 65,536 by 65,536 grid. The usual walk from the
 * largest quadrant to the smallest (Hamilton 2006, in the two-dimensional case).
 */
export function hilbertIndex(x: number, y: number): number {
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

/** The numbers 0 to n - 1 in the order of their keys (below 2^32), equal ones as they were. */
export function orderByKey(keys: Uint32Array): Uint32Array {
  // Key and number in one 64-bit value: sorted without a comparison in JavaScript.
  const pairs = new BigUint64Array(keys.length)
  const halves = new Uint32Array(pairs.buffer)
  for (let i = 0; i < keys.length; i++) {
    halves[2 * i] = i
    halves[2 * i + 1] = keys[i]!
  }
  pairs.sort()
  const order = new Uint32Array(keys.length)
  for (let i = 0; i < keys.length; i++) order[i] = halves[2 * i]!
  return order
}
