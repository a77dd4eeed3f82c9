import { editDistance } from '../fallback/edit-distance.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { TextMatch } from './name-tally.ts'

/** Digits and letters of a postcode, at least. */
const minLength = 4

/**
 * How a typed postcode that matches nothing of a place differs from its own: `other` is that of another place or
 * country, `slip` may be meant for the own one. One that is in the index (`isIndexed`) is of other places; another
 * may have one wrong character, and any is a slip beside the town. Undefined where none was typed.
 */
export function postcodeMatch(
  own: string | undefined,
  terms: readonly QueryTerm[],
  { parts }: Pick<TextMatch, 'parts'>,
  isIndexed: boolean,
): 'other' | 'slip' | undefined {
  const typed = terms
    .filter(({ text }, i) => parts[i] === 'missing' && /\d/.test(text))
    .map(({ text }) => text)
    .join('')
  if (typed.length < minLength && !isIndexed) return undefined
  if (own === undefined || parts.includes('around')) return 'slip'
  const plain = own.toLowerCase().replace(/[\s-]/g, '')
  return isIndexed || editDistance(typed, plain, 1) === undefined ? 'other' : 'slip'
}
