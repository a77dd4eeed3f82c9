import type { House } from '#places/gazetteer'
import { isSameHouseNumber } from '#places/text'
import type { QueryTerm } from '../interpret/query-term.ts'
import type { SearchScope } from '../query.ts'
import type { TermCache } from '../retrieve/term-cache.ts'
import { isInScope } from '../scope.ts'
import type { SearchResult, UnratedResult } from '../search-result.ts'
import type { Candidate } from './candidates.ts'
import { confidenceOf, hasNumber, type MatchQuality, type NumberMatch } from './confidence.ts'
import { distinct, withoutRepeatedStations } from './dedupe.ts'
import { evidenceOf } from './evidence.ts'
import { housesWithPrefix, matchHouses } from './house-match.ts'
import { qualityOf } from './match-quality.ts'
import { type Pinnable, pinFamous, pinNamesWithPrefix } from './pinned-results.ts'
import { isInOtherTown } from './stated-town.ts'
import { withoutRise } from './without-rise.ts'

/** Streets whose houses are looked at. */
const maxStreets = 8
/** Houses of a street with the number, and houses whose number begins with it. */
const maxHouses = 3

/** Among streets of equal score, those with the house rank first. */
const houseBonus: Readonly<Record<Exclude<NumberMatch, undefined>, number>> = {
  exact: 0.12,
  interpolated: 0.08,
  suffix: 0.06,
  missing: -0.1,
  other: -0.1,
}
/** For a house whose number begins with the typed one, less for each one before it. */
const longerNumberBonus = 0.01
const longerNumberStep = 0.001

interface RankedResult extends Pinnable, UnratedResult {
  score: number
  /** Undefined until it is needed: of many results only the first are returned. */
  quality: MatchQuality | undefined
  number: NumberMatch
  /** See {@link evidenceOf}; 0 for results that lack nothing. */
  evidence: number
  /** A house that is in another town than the text states. */
  isInOtherTown: boolean
}

export interface RankOptions {
  scope: SearchScope
  /** The words of an unfinished text. */
  typed?: readonly QueryTerm[] | undefined
}

/**
 * The results of candidates, best first: houses are looked up on their streets; results out of scope and
 * duplicates are left out; some results are pinned (see `pinFamous` and `pinNamesWithPrefix`).
 */
export async function rankResults(
  { gazetteer, readOptions }: TermCache,
  candidates: readonly Candidate[],
  { scope, typed }: RankOptions,
): Promise<SearchResult[]> {
  const sorted = [...candidates].sort(byScore)
  const streets = [...new Set(sorted.filter(hasHouses).map(({ place }) => place))].slice(
    0,
    maxStreets,
  )
  const houses = streets.length > 0 ? await gazetteer.houses(streets, readOptions) : []
  const isOpen = typed?.at(-1)?.prefix ?? false
  const byPlace = new Map<number, RankedResult[]>()
  for (const candidate of sorted) {
    const { docId } = candidate.place
    const results = resultsOf(candidate, houses[streets.indexOf(candidate.place)] ?? [], isOpen)
    const others = byPlace.get(docId)
    if (!others || isBetter(results, others)) byPlace.set(docId, results)
  }
  const inScope = statedTownFirst(
    [...byPlace.values()]
      .flat()
      .filter(({ place, at, house }) => isInScope(place, at, scope, house !== undefined))
      .sort(byCompleteness),
  )
  const ranked = pinFamous(withoutRepeatedStations(distinct(inScope)), scope)
  const pinned = typed ? pinNamesWithPrefix(ranked, typed, scope.size) : ranked
  const isTyping = typed !== undefined
  return withoutRise(pinned.slice(0, scope.size).map((each) => toSearchResult(each, isTyping)))
}

function toSearchResult(ranked: RankedResult, isTyping: boolean): SearchResult {
  const { candidate, place, house, at, number } = ranked
  const quality = ranked.quality ?? qualityOf(candidate, number, house)
  return {
    place,
    ...(house && { house }),
    at,
    ...confidenceOf(isTyping ? { ...quality, isTyping } : quality),
  }
}

/**
 * Results that lack something come after all that lack nothing. Among them the likelier is first, so that
 * a street with its number is before one rare word of the text in another name.
 */
function byCompleteness(a: RankedResult, b: RankedResult): number {
  return (
    Number(b.isComplete) - Number(a.isComplete) ||
    (a.isComplete ? 0 : b.evidence - a.evidence) ||
    b.score - a.score ||
    a.place.docId - b.place.docId
  )
}

/**
 * Of the houses, those in the stated town first, also where their position is computed and a namesake elsewhere
 * has the very number. Other results keep their rank.
 */
function statedTownFirst(results: readonly RankedResult[]): readonly RankedResult[] {
  const isHouse = ({ house, isComplete }: RankedResult) => isComplete && house !== undefined
  const houses = results.filter(isHouse)
  if (houses.every((house) => !house.isInOtherTown)) return results
  const ordered = houses.toSorted((a, b) => Number(a.isInOtherTown) - Number(b.isInOtherTown))
  return results.map((result) => (isHouse(result) ? ordered.shift()! : result))
}

function isBetter([a]: readonly RankedResult[], [b]: readonly RankedResult[]): boolean {
  return a !== undefined && (b === undefined || byCompleteness(a, b) < 0)
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.place.docId - b.place.docId
}

function hasHouses({ takesNumber, place }: Candidate): boolean {
  return takesNumber && place.houseCount > 0
}

/** The results of one candidate: houses of a street, or the place itself. */
function resultsOf(
  candidate: Candidate,
  houses: readonly House[],
  isOpen: boolean,
): RankedResult[] {
  const { place, interpretation, takesNumber, needsNumber, score } = candidate
  if (!takesNumber) return [toResult(candidate, candidate.wider && 'missing')]
  const typed = interpretation.houseNumber!
  const matches = matchHouses(typed, place, houses)
  const results = matches
    .slice(0, maxHouses)
    .map(({ house, match }) => toResult(candidate, match, house))
  if (isOpen && matches.length <= 1) {
    for (const [i, house] of housesWithPrefix(typed, houses, maxHouses).entries()) {
      const bonus = longerNumberBonus - longerNumberStep * i
      results.push({ ...toResult(candidate, 'exact', house), score: score + bonus })
    }
  }
  if (matches.length > 0) return results
  const isOwn = place.houseNumber !== undefined && isSameHouseNumber(typed, place.houseNumber)
  if (needsNumber && !isOwn) return results
  return [...results, toResult(candidate, isOwn ? 'exact' : 'missing')]
}

function toResult(candidate: Candidate, number: NumberMatch, house?: House): RankedResult {
  const { place, match, dropped } = candidate
  const lacksNothing = dropped === 0 && number === undefined
  const quality = lacksNothing ? undefined : qualityOf(candidate, number, house)
  const isComplete = lacksNothing || (dropped === 0 && hasNumber(quality!))
  return {
    candidate,
    place,
    number,
    quality,
    isComplete,
    at: house ? { lat: house.lat, lon: house.lon } : candidate.at,
    score: candidate.score + (number ? houseBonus[number] : 0),
    evidence: isComplete ? 0 : evidenceOf(quality!),
    isInOtherTown:
      house !== undefined && isInOtherTown(place, house, candidate.interpretation.terms, match),
    isWhole: match.isWhole && dropped === 0 && match.edits === 0,
    importance: place.importance,
    ...(house && { house }),
  }
}
