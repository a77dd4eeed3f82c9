/**
 * Interpolates rising points by a monotone cubic (PCHIP): slopes of Fritsch and Butland 1984 inside, one-sided
 * three-point slopes of Moler 2004 at the ends, linear beyond them. The slope at an end is at least half the slope of
 * the interval beside it, so that the extrapolation rises.
 *
 * @throws RangeError when the points do not rise in both coordinates.
 */
export function interpolateMonotone(
  xs: readonly number[],
  ys: readonly number[],
): (x: number) => number {
  const last = xs.length - 1
  const widths = Array.from({ length: last }, (_, i) => xs[i + 1]! - xs[i]!)
  const secants = widths.map((width, i) => (ys[i + 1]! - ys[i]!) / width)
  if (last < 2 || !widths.every((width) => width > 0) || !secants.every((secant) => secant > 0)) {
    throw new RangeError('a rising curve needs at least three points that rise')
  }
  const slopes = xs.map((_, i) => {
    if (i === 0) return computeEndSlope(widths[0]!, widths[1]!, secants[0]!, secants[1]!)
    if (i === last) {
      return computeEndSlope(
        widths[last - 1]!,
        widths[last - 2]!,
        secants[last - 1]!,
        secants[last - 2]!,
      )
    }
    const before = 2 * widths[i]! + widths[i - 1]!
    const after = widths[i]! + 2 * widths[i - 1]!
    return (before + after) / (before / secants[i - 1]! + after / secants[i]!)
  })
  return (x) => {
    if (x <= xs[0]!) return ys[0]! + slopes[0]! * (x - xs[0]!)
    if (x >= xs[last]!) return ys[last]! + slopes[last]! * (x - xs[last]!)
    let i = 0
    while (x > xs[i + 1]!) i++
    const width = widths[i]!
    const t = (x - xs[i]!) / width
    const rest = 1 - t
    return (
      ys[i]! * (1 + 2 * t) * rest * rest +
      ys[i + 1]! * t * t * (3 - 2 * t) +
      width * t * rest * (slopes[i]! * rest - slopes[i + 1]! * t)
    )
  }
}

function computeEndSlope(
  width: number,
  nextWidth: number,
  secant: number,
  nextSecant: number,
): number {
  const slope = ((2 * width + nextWidth) * secant - width * nextSecant) / (width + nextWidth)
  return Math.min(3 * secant, Math.max(secant / 2, slope))
}
