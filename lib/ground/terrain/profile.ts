/** Heights along a line: straight between samples. */
export interface ElevationProfile {
  /** Distances from the start, metres, strictly rising. */
  distances: Float64Array
  /** Heights above sea level, metres, all finite. */
  heights: Float64Array
}

/** Evenly spaced heights of a leg. The last one is at its end, regardless of the spacing. */
export interface LegHeights {
  lengthMeters: number
  spacingMeters: number
  /** Heights, metres; `null` for missing data. */
  heights: readonly (number | null)[]
}

/**
 * Builds a profile from samples in order. Gaps (`null`) are interpolated, at the ends extended level; samples that do
 * not advance are dropped. `null` when all heights are missing.
 */
export function buildProfile(
  distances: ArrayLike<number>,
  heights: ArrayLike<number | null>,
): ElevationProfile | null {
  const samples = new Samples(heights.length)
  for (let i = 0; i < heights.length; i++) samples.add(distances[i]!, heights[i]!)
  return samples.toProfile()
}

class Samples {
  readonly #distances: Float64Array
  readonly #heights: Float64Array
  #count = 0
  #valid = 0
  #reached = -Infinity

  constructor(maxCount: number) {
    this.#distances = new Float64Array(maxCount)
    this.#heights = new Float64Array(maxCount)
  }

  add(distance: number, height: number | null): void {
    if (distance <= this.#reached) return
    this.#reached = distance
    if (height !== null) this.#valid++
    this.#distances[this.#count] = distance
    this.#heights[this.#count++] = height ?? Number.NaN
  }

  toProfile(): ElevationProfile | null {
    if (this.#valid === 0) return null
    const profile = {
      distances: this.#distances.subarray(0, this.#count),
      heights: this.#heights.subarray(0, this.#count),
    }
    if (this.#valid < this.#count) fillGaps(profile)
    return profile
  }
}

function fillGaps({ distances, heights }: ElevationProfile): void {
  let before = -1
  for (let i = 0; i <= heights.length; i++) {
    if (i < heights.length && !Number.isFinite(heights[i])) continue
    for (let gap = before + 1; gap < i; gap++) {
      const from = before < 0 ? i : before
      const to = i === heights.length ? before : i
      const span = distances[to]! - distances[from]!
      const share = span > 0 ? (distances[gap]! - distances[from]!) / span : 0
      heights[gap] = heights[from]! + (heights[to]! - heights[from]!) * share
    }
    before = i
  }
}

/** Legs of a route as one profile, with the distances of their ends. */
export interface JoinedProfile {
  profile: ElevationProfile
  /** Distances of the ends of legs: 0, the end of leg 0, ..., the end of the route. */
  borders: number[]
}

/** Joins the legs end to end. `null` when all heights are missing. */
export function joinLegs(legs: readonly LegHeights[]): JoinedProfile | null {
  const samples = new Samples(legs.reduce((sum, { heights }) => sum + heights.length, 0))
  const borders = [0]
  let start = 0
  for (const { lengthMeters, spacingMeters, heights } of legs) {
    const end = start + lengthMeters
    const last = heights.length - 1
    for (let i = 0; i < last; i++) {
      const distance = start + i * spacingMeters
      // The engine rounds lengths, so a sample may already lie at the end.
      if (distance >= end) break
      samples.add(distance, heights[i]!)
    }
    if (last >= 0) samples.add(end, heights[last]!)
    borders.push(end)
    start = end
  }
  const profile = samples.toProfile()
  return profile && { profile, borders }
}

/**
 * Makes a reader that interpolates a profile at distances which must not fall from call to call. Outside the profile
 * it returns its nearest end.
 */
export function makeReader(distances: Float64Array, heights: Float64Array): (x: number) => number {
  let i = -1
  const last = distances.length - 1
  return (x) => {
    if (i < 0) i = Math.max(0, findIndexAt(distances, x) - 1)
    while (i < last && distances[i + 1]! < x) i++
    if (i === last || x <= distances[i]!) return heights[i]!
    const share = (x - distances[i]!) / (distances[i + 1]! - distances[i]!)
    return heights[i]! + (heights[i + 1]! - heights[i]!) * share
  }
}

/** Returns the index of the first sample at or after `distance`. */
export function findIndexAt(distances: Float64Array, distance: number): number {
  let low = 0
  let high = distances.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (distances[middle]! < distance) low = middle + 1
    else high = middle
  }
  return low
}
