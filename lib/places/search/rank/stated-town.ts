import type { House, Parent, Place } from '#places/gazetteer'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { TextMatch } from './name-tally.ts'
import { placeTokensOf } from './place-tokens.ts'

/**
 * Whether a house is in another town than the text states. A street of several towns is found by each of them,
 * and has the house in one: the town that the address of the house states, otherwise that of the street.
 */
export function isInOtherTown(
  place: Place,
  { townIndex }: Pick<House, 'townIndex'>,
  terms: readonly QueryTerm[],
  { parts }: Pick<TextMatch, 'parts'>,
): boolean {
  const { parents, otherAreas } = place
  if (otherAreas.length === 0 || !parts.includes('around')) return false
  const { context, otherAreas: otherWords } = placeTokensOf(place)
  const isTown = ({ type }: Parent) => type === 'locality'
  const isOther = [
    // The parents are first in the context.
    ...context.map((_, i) => townIndex !== undefined && !!parents[i] && isTown(parents[i])),
    ...otherAreas.map((area, i) => i !== townIndex && isTown(area)),
  ]
  const sets = [...context, ...otherWords]
  return terms.some(({ alternatives }, i) => {
    if (parts[i] !== 'around') return false
    const found = sets.flatMap((set, at) =>
      alternatives.some(({ words }) => words.every((word) => set.has(word))) ? [at] : [],
    )
    return found.length > 0 && found.every((at) => isOther[at])
  })
}
