import { type House, isAreaType, type Place } from '#places/gazetteer'
import type { Candidate } from './candidates.ts'
import type { MatchQuality, NumberMatch } from './confidence.ts'
import { postcodeMatch } from './postcode.ts'

/** How a candidate, or the house on it, matches by component. */
export function qualityOf(
  { place, match, interpretation, takesNumber, unmatched, isWorldTown }: Candidate,
  number: NumberMatch,
  house: House | undefined,
): MatchQuality {
  const { edits, coverage, parts, isByCategory, isGeneric, hasDistinctWord, lacksOnlyType } = match
  const isTyped = interpretation.houseNumber !== undefined
  // A number beside an unmatched street says nothing for another street.
  const isMissing = unmatched.number || (isTyped && !takesNumber) || number === 'missing'
  const missing = isTyped && place.type === 'venue' ? 'other' : 'missing'
  return {
    type: house ? 'address' : place.type,
    number: isMissing ? missing : number,
    edits,
    coverage,
    unmatched,
    letters: lettersOf(interpretation.terms, parts),
    isGeneric: isGeneric && hasOwnName(parts),
    isCategoryOnly: isByCategory && !hasDistinctWord,
    isWorldTown,
    isPlaced: parts.includes('around'),
    lacksOnlyType: lacksOnlyType && place.type === 'street',
    ...(!hasTown(place) && { hasNoTown: true as const }),
    ...(unmatched.minor > 0 && {
      postcode: postcodeMatch(
        house?.postcode ?? place.postcode,
        interpretation.terms,
        match,
        unmatched.postcode > 0,
      ),
    }),
    matched: interpretation.terms.reduce(
      (sum, { weight }, i) => (isMatched(parts[i]!) ? sum + weight : sum),
      0,
    ),
  }
}

/** Whether the data says in which town a place is. */
function hasTown({ type, parents, otherAreas }: Place): boolean {
  return isAreaType(type) || [...parents, ...otherAreas].some((area) => area.type === 'locality')
}

function lettersOf(
  terms: Candidate['interpretation']['terms'],
  parts: Candidate['match']['parts'],
) {
  return terms.reduce((sum, { text }, i) => (isMatched(parts[i]!) ? sum + text.length : sum), 0)
}

function hasOwnName(parts: Candidate['match']['parts']): boolean {
  return parts.includes('name')
}

function isMatched(part: Candidate['match']['parts'][number]): boolean {
  return part !== 'missing' && part !== 'article'
}
