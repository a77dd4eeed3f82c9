import { ApiError } from '#platform/errors'
import { type Line, measureLength } from './line.ts'
import {
  findWayOut,
  type RoundTrip,
  returnAnotherWay,
  returnSameWay,
  routeAroundPolygon,
  type Surroundings,
} from './ways.ts'

export interface RoundTripWish {
  distanceMeters: number
  /** Seed of the search; another seed leads to another loop. */
  seed: number
  /** Direction of the loop from the start, degrees clockwise from north. */
  headingDegrees?: number | undefined
}

/** Number of attempts, each in another direction. */
const attempts = 3

/** Number of sizes per attempt, larger or smaller; one fewer for long trips, where each takes long. */
const sizes = 3
const longMeters = 50_000

/** A trip within both limits is accepted immediately. */
const goodLengthError = 0.05
const goodRepeatedShare = 0.1

/** A trip that misses the requested length by more is rejected. */
const maxLengthError = 0.5

/**
 * Ratio of the roads to the circle that they go around: a first guess, corrected by the resulting length of a loop.
 */
const roadFactor = 1.25

/** Share of the way out in a loop that goes back another way, which is the longer one. Also a first guess. */
const outShare = 0.45

/** The golden angle: directions of successive seeds differ as much as possible. */
const goldenAngleDegrees = 180 * (3 - Math.sqrt(5))

/**
 * Finds a round trip of about the requested length that repeats little of its way. Equal input produces an equal
 * trip.
 *
 * Each attempt goes around a polygon; if the result is not good, it goes out in a direction and back another way. If
 * no loop is better, the trip goes out and back the same way.
 *
 * Throws `no_route` when the roads allow no trip of half to one and a half times the length.
 */
export async function findRoundTrip(
  surroundings: Surroundings,
  wish: RoundTripWish,
): Promise<RoundTrip> {
  const search = new Search(wish)
  let longest: Line | undefined
  for (const headingDegrees of chooseHeadings(wish)) {
    const clockwise = wish.seed % 2 === 0
    await search.resize(wish.distanceMeters / roadFactor, (circumferenceMeters) =>
      routeAroundPolygon(surroundings, { headingDegrees, clockwise, circumferenceMeters }),
    )
    if (search.isGood) break
    const out = await findWayOut(surroundings, headingDegrees, wish.distanceMeters / 2)
    if (!out) continue
    if (!longest || measureLength(out) > measureLength(longest)) longest = out
    await search.resize(outShare * wish.distanceMeters, (outMeters) =>
      returnAnotherWay(surroundings, out, outMeters),
    )
    if (search.isGood) break
  }
  if (longest && search.isPoor) {
    search.take(await returnSameWay(surroundings, longest, wish.distanceMeters / 2))
  }
  return search.result()
}

function chooseHeadings({ seed, headingDegrees }: RoundTripWish): number[] {
  if (headingDegrees === undefined) {
    return Array.from({ length: attempts }, (_, i) => seed * goldenAngleDegrees + i * 120)
  }
  // The trip of the first seed goes straight along the heading; other seeds vary to both sides of it.
  const aside = ((((seed * goldenAngleDegrees) / 360 + 0.5) % 1) - 0.5) * 60
  return [0, 30, -30].map((further) => headingDegrees + aside + further)
}

class Search {
  readonly #wish: RoundTripWish
  #best: RoundTrip | undefined

  constructor(wish: RoundTripWish) {
    this.#wish = wish
  }

  /** Makes a trip of a size, and corrects the size by the resulting length. */
  async resize(
    first: number,
    make: (size: number) => Promise<RoundTrip | undefined>,
  ): Promise<void> {
    let size = first
    const count = this.#wish.distanceMeters > longMeters ? sizes - 1 : sizes
    for (let i = 0; i < count; i++) {
      const trip = await make(size)
      this.take(trip)
      if (!trip || this.#lengthError(trip) <= goodLengthError) return
      size *= Math.min(2, Math.max(0.5, this.#wish.distanceMeters / trip.lengthMeters))
    }
  }

  take(trip: RoundTrip | undefined): void {
    if (trip && (!this.#best || this.#penalty(trip) < this.#penalty(this.#best))) this.#best = trip
  }

  get isGood(): boolean {
    return (
      this.#best !== undefined &&
      this.#lengthError(this.#best) <= goodLengthError &&
      this.#best.repeatedShare <= goodRepeatedShare
    )
  }

  /** Returns whether a trip of the requested length that goes back the same way would be better. */
  get isPoor(): boolean {
    return this.#best === undefined || this.#penalty(this.#best) > 1
  }

  result(): RoundTrip {
    if (this.#best && this.#lengthError(this.#best) <= maxLengthError) return this.#best
    throw new ApiError(
      'no_route',
      `No round trip of about ${(this.#wish.distanceMeters / 1000).toLocaleString('en-US')} km was found: the roads that can be reached allow none. Ask for another distance, heading or seed.`,
    )
  }

  #lengthError({ lengthMeters }: RoundTrip): number {
    return Math.abs(lengthMeters / this.#wish.distanceMeters - 1)
  }

  /** Rates a trip; lower is better. A wrong length is worse than a repeated road. */
  #penalty(trip: RoundTrip): number {
    return 2 * this.#lengthError(trip) + trip.repeatedShare
  }
}
