import { editDistance } from '../fallback/edit-distance.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { TextMatch } from './name-tally.ts'

/** Digits and letters of a postcode, at least. */
const minLength = 4

/**
 * Whether a text states another postcode than that of a place. One that is in the index (`isIndexed`) is of
 * other places; another may have one wrong character.
 */
export function isOtherPostcode(
  own: string | undefined,
  terms: readonly QueryTerm[],
  { parts }: Pick<TextMatch, 'parts'>,
  isIndexed: boolean,
): boolean {
  if (own === undefined || isIndexed) return own !== undefined
  const typed = terms
    .filter(({ text }, i) => parts[i] === 'missing' && /\d/.test(text))
    .map(({ text }) => text)
    .join('')
  if (typed.length < minLength) return false
  return editDistance(typed, own.toLowerCase().replace(/[\s-]/g, ''), 1) === undefined
}
