import { explainedWeight, hasNumber, type MatchQuality, mayBeInArea } from './confidence.ts'
import { evidenceFactors as factors } from './factors.ts'
import { wholeName } from './name-tally.ts'
import { nothingUnmatched } from './unmatched.ts'

/**
 * How much of the text a result explains, by which results that lack some of it are ordered: the share of
 * the words and the number that match, squared without the number; the share of the name that was typed,
 * squared where words are too many on both sides; less for every wrong area and corrected letter.
 *
 * It is not {@link confidenceOf}, where an unknown word beside a whole name weighs differently from one
 * beside a part of a name: in the order of results both are the same word that is not explained.
 */
export function evidenceOf(match: MatchQuality): number {
  const { type, number, edits = 0, coverage = 1, unmatched = nothingUnmatched } = match
  const { name, area, minor } = unmatched
  let evidence = factors.corrected ** edits
  if (number === 'missing') evidence *= factors.missingNumber
  if (number === 'other') evidence *= factors.otherNumber
  if (name > 0) {
    const explained = explainedWeight(match)
    const share = explained / (explained + name)
    const wider = factors.wider[type]
    if (wider) evidence *= wider * factors.dropped ** Math.ceil(name)
    else evidence *= hasNumber(match) ? share : share ** 2
  }
  if (coverage < wholeName) evidence *= name > 0 || number === 'other' ? coverage ** 2 : coverage
  if (area > 0) evidence *= mayBeInArea(match) ? factors.unknownTown : factors.otherArea
  return minor > 0 ? evidence * factors.minor : evidence
}
