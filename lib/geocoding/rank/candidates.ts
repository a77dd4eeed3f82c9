import type { Place } from '../../gazetteer/index.ts'
import type { LatLon } from '../../geo/index.ts'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { SearchScope } from '../query.ts'
import type { Hit } from '../retrieve/retrieve.ts'
import { positionIn } from '../scope.ts'
import { matchPlace, textScoreOf } from './match-place.ts'
import type { TextMatch } from './name-tally.ts'
import { prominence } from './prominence.ts'

/** A place with its match and score for one interpretation. */
export interface Candidate {
  place: Place
  interpretation: Interpretation
  match: TextMatch
  at: LatLon
  /** Text score and prominence, by which candidates are ranked. */
  score: number
  /** Content words that do not match, and a house number that the place cannot have. */
  dropped: number
  /** A house number was typed that the place may have. */
  takesNumber: boolean
  /** The query asked for something narrower than this place. */
  wider?: true
}

/** Score factor for a place without houses, when a house number was typed. */
const numberlessFactor = 0.8
/** Subtracted for an intersection of which not all was typed: one street's name seldom means the crossing. */
const partOfIntersectionPenalty = 0.3
/** Score factor when words were left out as a flat or floor: they may be part of a name. */
const unitsFactor = 0.99
/** Score factor for each word that does not match. */
const droppedFactor = 0.8

/** Several are kept, because only the houses tell which of several typed numbers is the house number. */
const maxCandidatesOfPlace = 4

/** One candidate for each interpretation by which the place was found, best first. */
export function candidatesOf(place: Place, hits: readonly Hit[], scope: SearchScope): Candidate[] {
  const at = positionIn(place, scope)
  const placeScore = prominence(place.importance, at, scope.focus)
  return hits
    .filter(({ interpretation }) => isPossible(place, interpretation))
    .map(({ interpretation, trusted }) => {
      const match = matchPlace(place, interpretation.terms, trusted)
      const hasNumber = interpretation.houseNumber !== undefined
      const takesNumber = hasNumber && mayHaveNumber(place)
      const isNumberless = hasNumber && !takesNumber
      return {
        place,
        interpretation,
        match,
        at,
        score: scoreOf(place, interpretation, match, isNumberless) + placeScore,
        dropped: match.droppedWords + (isNumberless ? 1 : 0),
        takesNumber,
      }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, maxCandidatesOfPlace)
}

function isPossible(place: Place, { country, houseNumber }: Interpretation): boolean {
  if (country && place.countryCode !== country) return false
  // Intersections have no houses.
  return houseNumber === undefined || !place.intersection
}

function scoreOf(
  place: Place,
  { typedWords, terms, units }: Interpretation,
  match: TextMatch,
  isNumberless: boolean,
): number {
  const hasSeveralWords = (typedWords ?? terms.length) > 1
  let score = textScoreOf(match, hasSeveralWords) * droppedFactor ** match.droppedWords
  if (isNumberless) score *= numberlessFactor
  if (units) score *= unitsFactor
  if (place.intersection && !match.isWhole) score -= partOfIntersectionPenalty
  return score
}

function mayHaveNumber({ type, houseCount, houseNumber }: Place): boolean {
  return houseCount > 0 || houseNumber !== undefined || type === 'street'
}
