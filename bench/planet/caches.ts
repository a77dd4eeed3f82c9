/**
 * Computes the popularity of towns by rank: the k-th town is requested in proportion to k^-exponent. Popularities add
 * up to 1.
 */
export function computePopularity(count: number, exponent: number): Float64Array {
  const shares = Float64Array.from({ length: count }, (_, i) => (i + 1) ** -exponent)
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}

/**
 * Estimates the share of an environment's calls whose data it must read: for new towns, and for towns that its cache
 * has dropped.
 *
 * New towns are estimated as if the cache had no limit. Dropped towns are estimated by the characteristic time
 * approximation of an LRU cache (Che, Tung and Wang 2002). The larger of both is returned.
 *
 * @param calls Number of calls that an environment answers in its life.
 * @param slots Number of towns whose data fits its disk or memory.
 */
export function estimateMissShare(popularity: Float64Array, calls: number, slots: number): number {
  let seen = 0
  for (const share of popularity) seen += 1 - (1 - share) ** calls
  const asNew = Math.min(1, seen / calls)
  if (seen <= slots) return asNew
  const time = findCharacteristicTime(popularity, slots)
  const dropped = popularity.reduce((sum, share) => sum + share * Math.exp(-share * time), 0)
  return Math.max(asNew, dropped)
}

/** Finds the number of calls after which the number of distinct towns requested equals the number of slots. */
function findCharacteristicTime(popularity: Float64Array, slots: number): number {
  const held = (time: number) =>
    popularity.reduce((sum, share) => sum + 1 - Math.exp(-share * time), 0)
  let [low, high] = [0, 1]
  while (held(high) < slots) high *= 2
  for (let turn = 0; turn < 50; turn++) {
    const middle = (low + high) / 2
    if (held(middle) < slots) low = middle
    else high = middle
  }
  return high
}

/**
 * Estimates the environments of a function and the calls that each answers in its life. Calls in flight are Poisson
 * distributed around rate times duration (Little's law); environments cover three standard deviations more.
 */
export function estimateLife(
  callsPerSecond: number,
  seconds: number,
  limits: { calls_per_second_and_environment: number; environment_life_seconds: number },
): { environments: number; calls: number } {
  const inFlight = callsPerSecond * seconds
  const environments = Math.max(
    1,
    Math.ceil(inFlight + 3 * Math.sqrt(inFlight)),
    Math.ceil(callsPerSecond / limits.calls_per_second_and_environment),
  )
  const calls = (callsPerSecond * limits.environment_life_seconds) / environments
  return { environments, calls: Math.max(1, calls) }
}
