/** Popularity of towns by rank: the k-th is asked for in proportion to k^-exponent. They add up to 1. */
export function zipf(count: number, exponent: number): Float64Array {
  const shares = Float64Array.from({ length: count }, (_, i) => (i + 1) ** -exponent)
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}

/**
 * Share of an environment's calls whose data it has to read: new ones, and those that its cache has dropped.
 *
 * New ones are expected by drawing without a limit; dropped ones by the approximation of an LRU cache by a
 * characteristic time (Che, Tung and Wang 2002). The larger of both counts.
 *
 * @param calls That an environment answers in its life.
 * @param slots Towns whose data its disk or memory holds.
 */
export function missShare(popularity: Float64Array, calls: number, slots: number): number {
  let seen = 0
  for (const share of popularity) seen += 1 - (1 - share) ** calls
  const asNew = Math.min(1, seen / calls)
  if (seen <= slots) return asNew
  const time = characteristicTime(popularity, slots)
  const dropped = popularity.reduce((sum, share) => sum + share * Math.exp(-share * time), 0)
  return Math.max(asNew, dropped)
}

/** Calls after which as many towns as there are slots have been asked for. */
function characteristicTime(popularity: Float64Array, slots: number): number {
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
 * Environments of a function, and the calls that each answers in its life. Calls in flight are Poisson
 * distributed around rate times duration (Little's law); three standard deviations more are kept.
 */
export function lifeOf(
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
