import { knownName } from '../../address/index.ts'
import type { Word } from '../../text/index.ts'
import { countryNamed } from './country-names.ts'

/** Whether a folded text is the name of a larger town or of a region of the world. */
export function isTownOrRegion(folded: string): boolean {
  const name = knownName(folded)
  return name?.city !== undefined || name?.state !== undefined
}

/** Whether words are the name of a town, region or country of the world, with a postcode or without. */
export function isKnownArea(words: readonly Pick<Word, 'text'>[]): boolean {
  const name = words
    .map(({ text }) => text)
    .filter((text) => !/\d/.test(text))
    .join(' ')
  return isTownOrRegion(name) || countryNamed(name) !== undefined
}
