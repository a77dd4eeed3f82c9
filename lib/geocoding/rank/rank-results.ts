import type { Gazetteer, House, ReadOptions as Reads } from '../../gazetteer/index.ts'
import { sameHouseNumber } from '../../text/index.ts'
import type { Slot } from '../interpret/query-term.ts'
import type { SearchResult, SearchScope } from '../query.ts'
import { isInScope } from '../scope.ts'
import type { Candidate } from './candidates.ts'
import { confidenceOf, type NumberMatch } from './confidence.ts'
import { withoutDuplicates } from './dedupe.ts'
import { housesBeginning, matchHouses } from './house-match.ts'
import { type Seated, withBegun, withFamous } from './pinned-results.ts'

/** Streets whose houses are looked at. */
const mostStreets = 8
/** Of houses with the number, or whose number begins so. */
const mostHouses = 3

/** Among streets that answer alike, those that have the house come first. */
const houseBonus: Readonly<Record<Exclude<NumberMatch, undefined>, number>> = {
  exact: 0.12,
  interpolated: 0.08,
  suffix: 0.06,
  missing: -0.1,
}

interface Ranked extends Seated {
  found: SearchResult
  score: number
}

/**
 * Results of the candidates, best first: houses found on their streets, what is out of scope or there
 * twice left out. With a focus the most important place whose name was typed whole keeps a seat among
 * the first `size`, however far it is.
 */
export async function answersOf(
  gazetteer: Gazetteer,
  candidates: readonly Candidate[],
  { scope, typed, reads }: { scope: SearchScope; typed?: readonly Slot[]; reads: Reads },
): Promise<SearchResult[]> {
  const sorted = [...candidates].sort(byScore)
  const streets = [...new Set(sorted.filter(hasHouses).map(({ place }) => place))]
  const asked = streets.slice(0, mostStreets)
  const houses = await gazetteer.houses(asked, reads)
  const goesOn = typed?.at(-1)?.prefix ?? false
  const byPlace = new Map<number, Ranked[]>()
  for (const candidate of sorted) {
    const { docId } = candidate.place
    const results = rankedOf(candidate, houses[asked.indexOf(candidate.place)] ?? [], goesOn)
    const others = byPlace.get(docId)
    if (!others || isBetter(results, others)) byPlace.set(docId, results)
  }
  const ranked = [...byPlace.values()].flat()
  const within = ranked
    .filter(({ found }) => isInScope(found.place, found.at, scope, found.house !== undefined))
    .sort(byCompleteness)
  const once = new Set(withoutDuplicates(within.map(({ found }) => found)))
  const order = withFamous(
    within.filter(({ found }) => once.has(found)),
    scope,
  )
  const seated = typed ? withBegun(order, typed, scope.size) : order
  return seated.slice(0, scope.size).map(({ found }) => found)
}

/** What lacks something that was asked for comes behind all that lacks nothing. */
function byCompleteness(a: Ranked, b: Ranked): number {
  return (
    Number(b.complete) - Number(a.complete) ||
    b.score - a.score ||
    a.found.place.docId - b.found.place.docId
  )
}

function isBetter([a]: readonly Ranked[], [b]: readonly Ranked[]): boolean {
  return a !== undefined && b !== undefined && byCompleteness(a, b) < 0
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.place.docId - b.place.docId
}

function hasHouses({ takesNumber, place }: Candidate): boolean {
  return takesNumber && place.houseCount > 0
}

function rankedOf(candidate: Candidate, houses: readonly House[], open: boolean): Ranked[] {
  const { place, reading, takesNumber, score } = candidate
  if (!takesNumber) return [ranked(candidate, candidate.wider && 'missing')]
  const typed = reading.houseNumber!
  const matches = matchHouses(typed, place, houses)
  const results = matches
    .slice(0, mostHouses)
    .map(({ house, match }) => ranked(candidate, match, house))
  if (open && matches.length <= 1) {
    for (const [i, house] of housesBeginning(typed, houses, mostHouses).entries()) {
      results.push({ ...ranked(candidate, 'exact', house), score: score + 0.01 - 0.001 * i })
    }
  }
  if (results.length > 0 && matches.length > 0) return results
  const isOwn = place.houseNumber !== undefined && sameHouseNumber(typed, place.houseNumber)
  const itself = ranked(candidate, isOwn ? 'exact' : 'missing')
  return results.length > 0 ? [...results, itself] : [itself]
}

function ranked(candidate: Candidate, number: NumberMatch, house?: House): Ranked {
  const { place, comparison, dropped } = candidate
  const { edits, whole, cover } = comparison
  const type = house ? 'address' : place.type
  const at = house ? { lat: house.lat, lon: house.lon } : candidate.at
  return {
    candidate,
    found: {
      place,
      ...(house ? { house } : {}),
      at,
      ...confidenceOf({ type, number, edits, dropped, cover }),
    },
    score: candidate.score + (number ? houseBonus[number] : 0),
    whole: whole && dropped === 0 && edits === 0,
    complete: dropped === 0 && number !== 'missing',
    importance: place.importance,
  }
}
