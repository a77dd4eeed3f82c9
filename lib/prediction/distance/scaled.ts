/** Scales values so that they add up to `total`. */
export function scaleToTotal(total: number, values: Float64Array): Float64Array {
  const sum = values.reduce((all, value) => all + value, 0)
  return values.map((value) => (value * total) / sum)
}
