/** Computes the standard normal distribution function to 1e-15 by its Taylor series (Marsaglia 2004). */
export function computeNormalShare(z: number): number {
  // The series would never converge.
  if (Number.isNaN(z)) throw new RangeError('no share lies below NaN')
  if (z < -9) return 0
  if (z > 9) return 1
  let sum = z
  let previous = 0
  for (let term = z, i = 3; sum !== previous; i += 2) {
    previous = sum
    term *= (z * z) / i
    sum += term
  }
  return Math.min(1, Math.max(0, 0.5 + (sum * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI)))
}

/** Computes a quantile of the standard normal distribution: inverts {@link computeNormalShare} by bisection. */
export function probit(share: number): number {
  if (!(share > 0 && share < 1)) throw new RangeError(`no place has a share of ${share} below it`)
  let low = -9
  let high = 9
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (computeNormalShare(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
