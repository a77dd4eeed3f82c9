import { knownName } from '#places/address'
import { fold } from '#places/text'
import type { CorrectedComponents } from './corrected-address.ts'
import { type AddressInput, maxWords } from './input-words.ts'

/** Whether what the parser found is an address: it takes any words for the name of a street or town. */
export function isAddress(input: AddressInput, components: CorrectedComponents): boolean {
  if (input.words.length > maxWords || !isLikeAddress(input)) return false
  const { road, house_number, postcode, locality, country } = components
  if (road !== undefined && (house_number ?? postcode ?? locality) !== undefined) {
    return /\p{L}/u.test(road)
  }
  if (country !== undefined) return true
  const isKnownTown = locality !== undefined && knownName(fold(locality))?.city !== undefined
  return isKnownTown || (locality !== undefined && (postcode ?? house_number) !== undefined)
}

/**
 * The parser's score for each word: 13 sentences have at most 0.26; of 571 addresses of Monaco, Helsinki, Porto and
 * Andorra, in lower case with street, number and town alone, the lowest twentieth has 0.55 to 2.02.
 */
const minScorePerWord = 0.35

/** A run of letters and numbers; scripts without blanks make one word. */
const scriptWords = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+|[\p{L}\p{M}\p{N}]+/gu

/** Whether the parser is as sure as of addresses, and less so of sentences. */
export function isLikeAddress({ parse, text }: AddressInput): boolean {
  if (!parse) return false
  const count = text.match(scriptWords)?.length ?? 0
  return parse.score >= minScorePerWord * count
}
