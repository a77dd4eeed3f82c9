import { findKnownName } from '#places/address'
import { countryNamed } from './country-names.ts'

/** Whether a folded text is the name of a larger town or of a region of the world. */
export function isTownOrRegion(folded: string): boolean {
  const name = findKnownName(folded)
  return name?.city !== undefined || name?.state !== undefined
}

/** Shorter texts are codes of countries, which are words of many languages: `de`, `les`. */
const minCountryLength = 4

/** Whether a folded text is the name of a larger town, a region or a country of the world. */
export function isAreaOfWorld(folded: string): boolean {
  if (isTownOrRegion(folded)) return true
  return folded.length >= minCountryLength && countryNamed(folded) !== undefined
}

/** Whether a folded text is the name of a town, region or country of the world, with a postcode or without. */
export function isKnownArea(folded: string): boolean {
  const name = folded
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ')
  return isTownOrRegion(name) || countryNamed(name) !== undefined
}
