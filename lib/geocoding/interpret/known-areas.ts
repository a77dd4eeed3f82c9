import { knownName, maxWords } from '../../address/index.ts'
import type { Word } from '../../text/index.ts'
import { countryNamed } from './country-names.ts'

/** Whether words are the name of a town or region of the world. */
export function isTownOrRegion(words: readonly Pick<Word, 'text'>[]): boolean {
  if (words.length > maxWords) return false
  const name = knownName(words.map(({ text }) => text).join(' '))
  return name?.city !== undefined || name?.state !== undefined
}

/** Whether words are the name of a town, region or country of the world, with a postcode or without. */
export function isKnownArea(words: readonly Pick<Word, 'text'>[]): boolean {
  const name = words.filter(({ text }) => !/\d/.test(text))
  return isTownOrRegion(name) || countryNamed(name.map(({ text }) => text).join(' ')) !== undefined
}
