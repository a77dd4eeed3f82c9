/*
 * Precisions of the numbers in answers.
 */

import type { LatLon } from './position.ts'

/**
 * Makes a function that rounds to a number of decimal places, halves towards positive infinity as `Math.round`; the
 * result is never -0.
 *
 * @throws RangeError for NaN and infinities, which a response must not contain.
 */
export function makeRounder(decimalPlaces: number): (value: number) => number {
  const scale = 10 ** decimalPlaces
  return (value) => {
    if (!Number.isFinite(value)) throw new RangeError(`cannot round ${value}`)
    return Math.round(value * scale) / scale + 0
  }
}

/** Rounds degrees to 6 decimals, about 0.1 m. */
export const roundCoordinate = makeRounder(6)

/** Rounds both coordinates with {@link roundCoordinate}. */
export function roundPosition({ lat, lon }: LatLon): LatLon {
  return { lat: roundCoordinate(lat), lon: roundCoordinate(lon) }
}

/** Rounds metres to 0.1. */
export const roundMeters = makeRounder(1)
/** Rounds to whole seconds. */
export const roundSeconds = makeRounder(0)
/** Rounds percent to 0.1. */
export const roundPercent = makeRounder(1)
/** Rounds a confidence to 0.01. */
export const roundConfidence = makeRounder(2)
