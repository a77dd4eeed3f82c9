import type { PlaceType } from '../../gazetteer/index.ts'
import { explainedWeight, hasNumber, type MatchQuality, mayBeInArea } from './confidence.ts'
import { wholeName } from './name-tally.ts'
import { nothingUnmatched } from './unmatched.ts'

/** A street in place of a house is better than its town, and a town than its region. */
const widerFactor: Readonly<Partial<Record<PlaceType, number>>> = {
  neighbourhood: 0.75,
  locality: 0.75,
  county: 0.5,
  region: 0.4,
  country: 0.1,
}
const missingNumberFactor = 0.8
const otherNumberFactor = 0.25
const otherAreaFactor = 0.4
const unknownTownFactor = 0.9
const minorFactor = 0.85
const correctedFactor = 0.9
/** For each word of what was asked for in its area. */
const droppedFactor = 0.9

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
  let evidence = correctedFactor ** edits
  if (number === 'missing') evidence *= missingNumberFactor
  if (number === 'other') evidence *= otherNumberFactor
  if (name > 0) {
    const explained = explainedWeight(match)
    const share = explained / (explained + name)
    const wider = widerFactor[type]
    if (wider) evidence *= wider * droppedFactor ** Math.ceil(name)
    else evidence *= hasNumber(match) ? share : share ** 2
  }
  if (coverage < wholeName) evidence *= name > 0 || number === 'other' ? coverage ** 2 : coverage
  if (area > 0) evidence *= mayBeInArea(match) ? unknownTownFactor : otherAreaFactor
  return minor > 0 ? evidence * minorFactor : evidence
}
