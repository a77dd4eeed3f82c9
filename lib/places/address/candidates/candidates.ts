import type { AddressConventions } from '../tables/conventions.ts'
import type { AnnotatedText } from '../tokens/annotate.ts'
import type { AddCandidate, LabelCandidate } from './candidate.ts'
import { addDesignated, addLeadingUnits, addPostalDistricts, addPostcodes } from './designated.ts'
import { addHouseNumbers } from './house-numbers.ts'
import { addNames } from './names.ts'

/** Collects candidates of every kind. Element `i` of the result lists those that start at token `i`. */
export function collectCandidates(
  annotated: AnnotatedText,
  conventions: AddressConventions,
): LabelCandidate[][] {
  const byStart: LabelCandidate[][] = annotated.tokens.map(() => [])
  const { tokens } = annotated
  // A candidate must not span an ignored token.
  const nothingIgnored = !tokens.some(({ ignored }) => ignored)
  const add: AddCandidate = (candidate) => {
    const { from, to } = candidate
    if (nothingIgnored || !tokens.slice(from, to).some(({ ignored }) => ignored)) {
      byStart[from]!.push(candidate)
    }
  }
  addDesignated(annotated, conventions, add)
  addPostcodes(annotated, conventions, add)
  addPostalDistricts(annotated, conventions, add)
  addHouseNumbers(annotated, conventions, add)
  if (conventions.unitBeforeNumber) addLeadingUnits(annotated, conventions, add)
  addNames(annotated, conventions, add)
  return byStart
}
