import { knownName } from '../../address/index.ts'
import type { Word } from '../../text/index.ts'
import { countryNamed } from './country-names.ts'

/** Whether a folded text is the name of a larger town or of a region somewhere in the world. */
export function isWorldTown(folded: string): boolean {
  const name = knownName(folded)
  return name?.city !== undefined || name?.state !== undefined
}

/** Whether words are the name of a town, region or country of the world, with a postcode or without. */
export function isWorldArea(words: readonly Pick<Word, 'text'>[]): boolean {
  const named = words.filter(({ text }) => !/\d/.test(text))
  const name = named.map(({ text }) => text).join(' ')
  return isWorldTown(name) || countryNamed(name) !== undefined
}
