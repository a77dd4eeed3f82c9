import { matchPostcode } from '#places/address'
import { alpha2Of, editDistance } from '#places/search'
import { type Claims, range } from './claims.ts'
import type { GazetteerAddress } from './gazetteer-address.ts'
import { foldWithoutBlanks } from './input-words.ts'
import { isCountryName } from './names-country.ts'

/** How the postcode of an input agrees with the address; `unknown` if the gazetteer has none. */
export type PostcodeAgreement = 'same' | 'other' | 'absent' | 'unknown'

/** Claims the words that are the postcode of the address. Returns false if there are none. */
export function claimSamePostcode(
  claims: Claims,
  { postcode, countryCode }: GazetteerAddress,
): boolean {
  const same = postcode && claims.findRun(foldWithoutBlanks(postcode))
  if (!same) return false
  const words = includeCountryPrefix(claims, same, countryCode)
  claims.add({ field: 'postcode', words, ...(words.length === same.length && { value: postcode }) })
  return true
}

/** Claims the words that are another postcode: a mistyped one, one labelled by the parser, or one of the same form. */
export function claimOtherPostcode(
  claims: Claims,
  { postcode }: GazetteerAddress,
): PostcodeAgreement {
  const words = findWordsLike(claims, (text) => isPostcodeSlip(text, postcode))
  if (words.length === 0) words.push(...claims.findLabelledNumbers('postcode'))
  if (words.length === 0) {
    words.push(
      ...findWordsLike(
        claims,
        (text) => toShape(text) === toShape(foldWithoutBlanks(postcode ?? '')),
      ),
    )
  }
  if (words.length === 0) return 'absent'
  claims.add({ field: 'postcode', words })
  return postcode ? 'other' : 'unknown'
}

/** Minimum characters of a postcode that may be mistyped. With one slip, a shorter one could be any other number. */
const minCharacters = 4

/** Checks whether a text is a postcode except for one slip, or for letters that look like digits: `98O00`, `9800`. */
export function isPostcodeSlip(text: string, postcode: string | undefined): boolean {
  const [typed, meant] = [toDigits(text), toDigits(postcode ?? '')]
  return meant.length >= minCharacters && editDistance(typed, meant, 1) !== undefined
}

function toDigits(text: string): string {
  return foldWithoutBlanks(text).replaceAll('o', '0').replace(/[il]/g, '1')
}

/** Maximum words of a postcode. */
const maxPostcodeWords = 3

/** Finds the first free words that contain a digit and match when joined. */
function findWordsLike(claims: Claims, isLike: (text: string) => boolean): number[] {
  for (const first of claims.listFreeIndexes()) {
    for (let count = 1; count <= maxPostcodeWords; count++) {
      const words = range(first, first + count)
      if (!words.every(claims.isFree)) break
      const text = words.map((index) => claims.word(index).text).join('')
      if (/\d/.test(text) && isLike(text)) return words
    }
  }
  return []
}

function toShape(text: string): string {
  return text.replace(/\d/g, '9').replace(/\p{L}/gu, 'a')
}

/** Adds the country's code before the postcode: `MC-98000`. */
function includeCountryPrefix(claims: Claims, words: number[], countryCode: string): number[] {
  const before = words[0]! - 1
  if (!claims.isFree(before)) return words
  const country = alpha2Of(countryCode)
  const prefixed = [before, ...words]
  const hasPrefix =
    country !== undefined && (matchPostcode(claims.readText(prefixed), country)?.prefix ?? 0) > 0
  const isCode = /^\p{Lu}{2,3}$/u.test(claims.word(before).raw)
  return hasPrefix || (isCode && isCountryName(claims.word(before).raw, countryCode))
    ? prefixed
    : words
}
