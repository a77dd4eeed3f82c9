import type { Place } from '#places/gazetteer'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { TextMatch } from './name-tally.ts'

/** Categories of venues that have the name of something beside them. */
const besideOthers: ReadonlySet<string> = new Set([
  'bus_stop',
  'tram_stop',
  'taxi',
  'parking',
  'bicycle_parking',
  'bicycle_rental',
  'charging_station',
])

/**
 * Whether all that matches in the name of a stop, car park or street is the word for a kind of thing that it
 * is not: the stop `Zoo` for `zoo`. The thing itself is meant, if there is one.
 */
export function isNamedAfterKind(
  { type, categories }: Place,
  terms: readonly QueryTerm[],
  { parts }: TextMatch,
): boolean {
  if (type !== 'street' && !categories.some((category) => besideOthers.has(category))) return false
  const own = terms.filter((_, i) => parts[i] === 'name')
  return (
    own.length > 0 &&
    own.every(
      (term) =>
        term.categories.length > 0 &&
        !term.categories.some((category) => categories.includes(category)),
    )
  )
}
