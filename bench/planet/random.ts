/** Returns a random number from 0 to 1. */
export type Random = () => number

/** Creates a Mulberry32 generator; equal seeds produce equal tables. */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Creates the quantile function of a log-normal distribution with this median and 99th percentile. */
export function createLogNormal(median: number, p99: number): (quantile: number) => number {
  const sigma = Math.log(p99 / median) / computeNormalQuantile(0.99)
  return (quantile) => median * Math.exp(sigma * computeNormalQuantile(quantile))
}

/** Draws the slowest of several independent draws: its quantile is the n-th root. */
export function drawSlowest(
  count: number,
  quantile: (q: number) => number,
  random: Random,
): number {
  const q = Math.min(1 - 1e-9, Math.max(1e-9, random()))
  return quantile(q ** (1 / count))
}

/** Computes a standard normal quantile to 0.005 (Shore 1982, for both halves). */
function computeNormalQuantile(q: number): number {
  return q >= 0.5 ? shore(q) : -shore(1 - q)
}

const shore = (q: number) => 5.5556 * (1 - ((1 - q) / q) ** 0.1186)
