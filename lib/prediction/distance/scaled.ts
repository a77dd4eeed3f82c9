/** Values in the same proportions that add up to `total`. */
export function scaledTo(total: number, values: Float64Array): Float64Array {
  const sum = values.reduce((all, value) => all + value, 0)
  return values.map((value) => (value * total) / sum)
}
