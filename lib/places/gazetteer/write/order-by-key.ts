/** Returns the indexes of the keys, sorted by key. The sort is stable. */
export function orderByKey(keys: Uint32Array): Uint32Array {
  // With key and index in one 64-bit value, sorting needs no comparison in JavaScript.
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

const halfRange = 2 ** 32

/** Like {@link orderByKey}, for whole numbers below 2^53. */
export function orderByWideKey(keys: Float64Array): Uint32Array {
  // Sorting by the lower halves first works because the second sort keeps their order among equal upper halves.
  const byLower = orderByKey(Uint32Array.from(keys, (key) => key % halfRange))
  const upper = Uint32Array.from(byLower, (i) => Math.floor(keys[i]! / halfRange))
  return orderByKey(upper).map((i) => byLower[i]!)
}
