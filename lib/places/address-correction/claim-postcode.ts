import { matchPostcode } from '#places/address'
import { alpha2Of, editDistance } from '#places/search'
import { type Claims, range } from './claims.ts'
import type { GazetteerAddress } from './gazetteer-address.ts'
import { joined } from './input-words.ts'
import { namesCountry } from './names-country.ts'

/** Whether an input has the postcode of an address; `unknown` where the gazetteer has none. */
export type PostcodeAgreement = 'same' | 'other' | 'absent' | 'unknown'

/** Claims the words that are the postcode of the address. */
export function claimSamePostcode(
  claims: Claims,
  { postcode, countryCode }: GazetteerAddress,
): boolean {
  const same = postcode && claims.runOf(joined(postcode))
  if (!same) return false
  const words = withCountryPrefix(claims, same, countryCode)
  claims.add({ field: 'postcode', words, ...(words.length === same.length && { value: postcode }) })
  return true
}

/** Claims the words that are another postcode: a mistyped one, or what the parser takes for one. */
export function claimOtherPostcode(
  claims: Claims,
  { postcode }: GazetteerAddress,
): PostcodeAgreement {
  const words = wordsLike(claims, (text) => isSlipOf(text, postcode))
  if (words.length === 0) words.push(...claims.numbersLabelled('postcode'))
  if (words.length === 0) {
    words.push(...wordsLike(claims, (text) => shapeOf(text) === shapeOf(joined(postcode ?? ''))))
  }
  if (words.length === 0) return 'absent'
  claims.add({ field: 'postcode', words })
  return postcode ? 'other' : 'unknown'
}

/** In a shorter postcode one slip makes another number of any kind. */
const minCharacters = 4

/** Whether a text is a postcode but for one slip, or for letters that look like digits: `98O00`, `9800`. */
export function isSlipOf(text: string, postcode: string | undefined): boolean {
  const [typed, meant] = [withDigits(text), withDigits(postcode ?? '')]
  return meant.length >= minCharacters && editDistance(typed, meant, 1) !== undefined
}

function withDigits(text: string): string {
  return joined(text).replaceAll('o', '0').replace(/[il]/g, '1')
}

/** Words of a postcode. */
const maxPostcodeWords = 3

/** The first free words that have a digit and are such a text when joined. */
function wordsLike(claims: Claims, isLike: (text: string) => boolean): number[] {
  for (const first of claims.freeIndexes()) {
    for (let count = 1; count <= maxPostcodeWords; count++) {
      const words = range(first, first + count)
      if (!words.every(claims.isFree)) break
      const text = words.map((index) => claims.word(index).text).join('')
      if (/\d/.test(text) && isLike(text)) return words
    }
  }
  return []
}

function shapeOf(text: string): string {
  return text.replace(/\d/g, '9').replace(/\p{L}/gu, 'a')
}

/** With the country's code before it: `MC-98000`. */
function withCountryPrefix(claims: Claims, words: number[], countryCode: string): number[] {
  const before = words[0]! - 1
  if (!claims.isFree(before)) return words
  const country = alpha2Of(countryCode)
  const prefixed = [before, ...words]
  const hasPrefix =
    country !== undefined && (matchPostcode(claims.textOf(prefixed), country)?.prefix ?? 0) > 0
  const isCode = /^\p{Lu}{2,3}$/u.test(claims.word(before).raw)
  return hasPrefix || (isCode && namesCountry(claims.word(before).raw, countryCode))
    ? prefixed
    : words
}
