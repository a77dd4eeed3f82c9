import { ApiError } from '#platform/errors'
import { type Line, lengthMeters } from './line.ts'
import {
  aroundPolygon,
  backAnotherWay,
  outAndBack,
  type RoundTrip,
  type Surroundings,
  wayOut,
} from './ways.ts'

export interface RoundTripWish {
  distanceMeters: number
  /** Another seed gives another loop. */
  seed: number
  /** Degrees clockwise from north: on which side of the start the loop lies. */
  headingDegrees?: number | undefined
}

/** Attempts, each in another direction. */
const attempts = 3

/** An attempt is made so many times, larger or smaller; once less where each takes long. */
const sizes = 3
const longMeters = 50_000

/** A trip within both is taken at once. */
const goodLengthError = 0.05
const goodRepeatedShare = 0.1

/** A trip that misses the wanted length by more is none. */
const maxLengthError = 0.5

/** Roads to the circle that they go around: a first guess, corrected by the length that a loop gets. */
const roadFactor = 1.25

/** Of a loop out and back another way, the way out: the way back is the longer one. A first guess, too. */
const outShare = 0.45

/** Directions by seed differ as much as they can: the golden angle. */
const goldenAngleDegrees = 180 * (3 - Math.sqrt(5))

/**
 * A round trip of about a wanted length that repeats as little of its way as it can. Equal input gives an
 * equal trip.
 *
 * Each attempt goes around a polygon; when that is not good, out in a direction and back another way.
 * Where no loop is better, the trip goes out and back the same way.
 *
 * Throws `no_route` when the roads allow no trip of half to one and a half times the length.
 */
export async function findRoundTrip(
  surroundings: Surroundings,
  wish: RoundTripWish,
): Promise<RoundTrip> {
  const search = new Search(wish)
  let longest: Line | undefined
  for (const headingDegrees of headings(wish)) {
    const clockwise = wish.seed % 2 === 0
    await search.resize(wish.distanceMeters / roadFactor, (circumferenceMeters) =>
      aroundPolygon(surroundings, { headingDegrees, clockwise, circumferenceMeters }),
    )
    if (search.isGood) break
    const out = await wayOut(surroundings, headingDegrees, wish.distanceMeters / 2)
    if (!out) continue
    if (!longest || lengthMeters(out) > lengthMeters(longest)) longest = out
    await search.resize(outShare * wish.distanceMeters, (outMeters) =>
      backAnotherWay(surroundings, out, outMeters),
    )
    if (search.isGood) break
  }
  if (longest && search.isPoor) {
    search.take(await outAndBack(surroundings, longest, wish.distanceMeters / 2))
  }
  return search.result()
}

function headings({ seed, headingDegrees }: RoundTripWish): number[] {
  if (headingDegrees === undefined) {
    return Array.from({ length: attempts }, (_, i) => seed * goldenAngleDegrees + i * 120)
  }
  // The first trip is straight in the heading, those of other seeds to both sides of it.
  const aside = ((((seed * goldenAngleDegrees) / 360 + 0.5) % 1) - 0.5) * 60
  return [0, 30, -30].map((further) => headingDegrees + aside + further)
}

class Search {
  readonly #wish: RoundTripWish
  #best: RoundTrip | undefined

  constructor(wish: RoundTripWish) {
    this.#wish = wish
  }

  /** Makes a trip of a size, and corrects the size by the length that it got. */
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

  /** Whether a trip of the wanted length that goes back the same way would be better. */
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

  /** A way of the wrong length is worse than one that repeats itself. */
  #penalty(trip: RoundTrip): number {
    return 2 * this.#lengthError(trip) + trip.repeatedShare
  }
}
