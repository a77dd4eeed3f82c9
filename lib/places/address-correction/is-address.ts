import { findKnownName } from '#places/address'
import { fold } from '#places/text'
import type { CorrectedComponents } from './corrected-address.ts'
import { type AddressInput, maxWords } from './input-words.ts'

/**
 * Checks whether the components of the parser are an address: the parser takes any words for the name of a street or
 * town.
 */
export function isAddress(input: AddressInput, components: CorrectedComponents): boolean {
  if (input.words.length > maxWords || !isLikeAddress(input)) return false
  const { road, house_number, postcode, locality, country } = components
  if (road !== undefined && (house_number ?? postcode ?? locality) !== undefined) {
    return /\p{L}/u.test(road)
  }
  if (country !== undefined) return true
  const isKnownTown = locality !== undefined && findKnownName(fold(locality))?.city !== undefined
  return isKnownTown || (locality !== undefined && (postcode ?? house_number) !== undefined)
}

/**
 * Minimum score of the parser per word. 13 sentences have at most 0.26. Of 571 addresses of Monaco, Helsinki, Porto and
 * Andorra, in lower case with only street, number and town, the lowest twentieth has 0.55 to 2.02.
 */
const minScorePerWord = 0.35

/** Runs of letters and numbers. In scripts without blanks, a run counts as one word. */
const scriptWords = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+|[\p{L}\p{M}\p{N}]+/gu

/** Checks whether the parser's score is as high as for addresses; sentences score lower. */
export function isLikeAddress({ parse, text }: AddressInput): boolean {
  if (!parse) return false
  const count = text.match(scriptWords)?.length ?? 0
  return parse.score >= minScorePerWord * count
}
