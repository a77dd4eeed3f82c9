/**
 * Computes the least concave function on or above the points (their upper convex hull), evaluated at `xs`.
 *
 * @param xs Strictly ascending.
 */
export function computeConcaveMajorant(xs: Float64Array, ys: Float64Array): Float64Array {
  /** Indexes of the points on the hull so far. */
  const hull = new Int32Array(xs.length)
  let size = 0
  for (let i = 0; i < xs.length; i++) {
    while (size > 1) {
      const a = hull[size - 2]!
      const b = hull[size - 1]!
      // Point b stays on the hull if it lies above the line from a to i.
      const rise = (ys[b]! - ys[a]!) * (xs[i]! - xs[a]!)
      if (rise > (ys[i]! - ys[a]!) * (xs[b]! - xs[a]!)) break
      size--
    }
    hull[size++] = i
  }
  const concave = new Float64Array(xs.length)
  for (let k = 1; k < size; k++) {
    const from = hull[k - 1]!
    const to = hull[k]!
    const slope = (ys[to]! - ys[from]!) / (xs[to]! - xs[from]!)
    for (let i = from; i < to; i++) concave[i] = ys[from]! + slope * (xs[i]! - xs[from]!)
  }
  concave[xs.length - 1] = ys[xs.length - 1]!
  return concave
}
