/** Returns a generator of whole numbers below `limit`, linear congruential (Numerical Recipes). */
export function numbers(seed: number): (limit: number) => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/**
 * Puts one to three faults into a file: flipped or replaced bytes, omitted or inserted bytes, a range filled
 * with one byte, or a truncated end.
 *
 * @param hot Ranges where faults show most, each as the first byte and the byte after the last.
 */
export function mutated(
  bytes: Buffer,
  seed: number,
  hot: readonly (readonly [number, number])[] = [[0, bytes.length]],
): Buffer {
  const below = numbers(seed)
  below(2)
  let result = Buffer.from(bytes)
  for (let faults = 1 + below(3); faults > 0; faults--) {
    const [from, to] = hot[below(hot.length)]!
    const at = Math.min(result.length - 1, from + below(to - from))
    const before = result.subarray(0, at)
    const kind = below(16)
    if (kind < 3) result[at]! ^= 1 << below(8)
    else if (kind < 6) result[at] = below(256)
    else if (kind < 9) result[at] = [0, 255, 127, 128][below(4)]!
    else if (kind < 11) result = Buffer.concat([before, result.subarray(at + 1 + below(4))])
    else if (kind < 13) result = Buffer.concat([before, Buffer.of(below(256)), result.subarray(at)])
    else if (kind < 15) result.fill(below(256), at, Math.min(result.length, at + 1 + below(16)))
    else result = Buffer.from(before)
    if (result.length === 0) return result
  }
  return result
}
