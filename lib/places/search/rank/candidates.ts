import type { LatLon } from '#ground/geo'
import { isAreaType, type Place } from '#places/gazetteer'
import { isSameHouseNumber } from '#places/text'
import type { Interpretation } from '../interpret/interpretations.ts'
import type { SearchScope } from '../query.ts'
import type { Hit } from '../retrieve/retrieve.ts'
import { positionIn } from '../scope.ts'
import { lacksOtherStreet, namesBothStreets } from './crossing.ts'
import { matchPlace, textScoreOf } from './match-place.ts'
import { type TextMatch, wholeName } from './name-tally.ts'
import { isNamedAfterKind } from './named-after.ts'
import { prominence } from './prominence.ts'
import { nothingUnmatched, type Unmatched, type UnmatchedWords } from './unmatched.ts'

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
  unmatched: Unmatched
  /** The text is the name of a town or region of the world, and a part of the name of a place that is no area. */
  isWorldTown: boolean
  /** A house number was typed that the place may have. */
  takesNumber: boolean
  /** The query asked for something narrower than this place. */
  wider?: true
  /** So little else matches that without the house number it is no result. */
  needsNumber?: true
}

/** Score factor for a place without houses, when a house number was typed. */
const numberlessFactor = 0.8
/** Subtracted for an intersection of which not all was typed: one street's name seldom means the crossing. */
const partOfIntersectionPenalty = 0.3
/** Score factor when words were left out as a flat or floor: a place that has them is meant. */
const unitsFactor = 0.9
/** Score factor for a stop, car park or street named after what was asked for, so that this comes first. */
const namedAfterFactor = 0.6
/** Added for a postcode with where it is, which a station or town in it has as well. */
const postcodeBonus = 0.5
/** Score factor for each word that does not match. */
const droppedFactor = 0.8

/** For one street of a crossing without the other. */
const lacksPartner = { number: true, otherStreet: true } as const

/** Several are kept, because only the houses tell which of several typed numbers is the house number. */
const maxCandidatesOfPlace = 4

export interface CandidateOptions {
  scope: SearchScope
  /** Tells what unmatched words stand for; without it, for the name of the place. */
  words?: UnmatchedWords
}

/** One candidate for each interpretation by which the place was found, best first. */
export function candidatesOf(
  place: Place,
  hits: readonly Hit[],
  { scope, words }: CandidateOptions,
): Candidate[] {
  const at = positionIn(place, scope)
  const placeScore = prominence(place.importance, at, scope)
  return hits
    .filter(({ interpretation }) => isPossible(place, interpretation))
    .map(({ interpretation, trusted }) => {
      const match = matchPlace(place, interpretation.terms, trusted)
      const hasNumber = interpretation.houseNumber !== undefined
      const takesNumber = hasNumber && mayHaveNumber(place)
      const isNumberless = hasNumber && !takesNumber
      const lacksStreet = lacksOtherStreet(place, interpretation, match, words?.crossing)
      const unmatched = words?.of(interpretation, match, place.type) ?? {
        ...nothingUnmatched,
        name: match.droppedWords,
      }
      return {
        place,
        interpretation,
        match,
        at,
        score: scoreOf(place, interpretation, match, isNumberless) + placeScore,
        dropped: match.droppedWords + (isNumberless || lacksStreet ? 1 : 0),
        unmatched: lacksStreet ? { ...unmatched, ...lacksPartner } : unmatched,
        isWorldTown:
          !isAreaType(place.type) && match.coverage < wholeName && words?.isWorldTown === true,
        takesNumber,
      }
    })
    .filter(({ interpretation, match, unmatched }) => {
      if (!place.intersection) return true
      return !unmatched.number && namesBothStreets(place, interpretation, match, words?.crossing)
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
  { typedWords, terms, units, houseNumber }: Interpretation,
  match: TextMatch,
  isNumberless: boolean,
): number {
  const hasSeveralWords = (typedWords ?? terms.length) > 1
  let score = textScoreOf(match, hasSeveralWords) * droppedFactor ** match.droppedWords
  if (isNumberless) score *= numberlessFactor
  if (units) score *= unitsFactor
  if (houseNumber === undefined && isNamedAfterKind(place, terms, match)) score *= namedAfterFactor
  if (isPostcodeWithTown(place, match)) score += postcodeBonus
  if (place.intersection && !match.isWhole) score -= partOfIntersectionPenalty
  return score
}

function isPostcodeWithTown({ type }: Place, { isWhole, droppedWords, parts }: TextMatch): boolean {
  return type === 'postalcode' && isWhole && droppedWords === 0 && parts.includes('around')
}

function mayHaveNumber({ type, houseCount, houseNumber }: Place): boolean {
  return houseCount > 0 || houseNumber !== undefined || type === 'street'
}

/**
 * Whether a house number was typed that the place does not have, and that no street of its name may have
 * either: a shop on the street at another number, a town.
 */
export function lacksNumber({ place, interpretation: { houseNumber } }: Candidate): boolean {
  if (houseNumber === undefined || place.houseCount > 0 || place.type === 'street') return false
  return place.houseNumber === undefined || !isSameHouseNumber(houseNumber, place.houseNumber)
}

/** Whether a house number was typed and the whole name of the street on which it may be. */
export function isWholeStreet({ takesNumber, match }: Candidate): boolean {
  return takesNumber && match.coverage >= wholeName
}
