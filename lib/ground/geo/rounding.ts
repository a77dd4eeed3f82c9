import type { LatLon } from './position.ts'

/**
 * Rounds to a number of decimals. Halves go up; the result is never -0.
 *
 * @throws RangeError for NaN and infinities, which no response may hold.
 */
export function rounder(digits: number): (value: number) => number {
  const scale = 10 ** digits
  return (value) => {
    if (!Number.isFinite(value)) throw new RangeError(`cannot round ${value}`)
    return Math.round(value * scale) / scale + 0
  }
}

/** Degrees to 6 decimals, about 0.1 m. */
export const roundCoordinate = rounder(6)

/** Both coordinates as {@link roundCoordinate} does. */
export function roundPosition({ lat, lon }: LatLon): LatLon {
  return { lat: roundCoordinate(lat), lon: roundCoordinate(lon) }
}

/** Metres to 0.1. */
export const roundMeters = rounder(1)
/** Whole seconds. */
export const roundSeconds = rounder(0)
/** Percent to 0.1. */
export const roundPercent = rounder(1)
/** Confidence to 0.01. */
export const roundConfidence = rounder(2)
