import { categoriesNamed } from '#places/categories'
import { allNamesOf, isAreaType } from '#places/gazetteer'
import type { SearchResult } from '#places/search'
import { fold } from '#places/text'
import { isWide } from './main-town.ts'

/**
 * Nearly every result from here on is what was meant (see the `confidence` of the search operation); a corrected
 * letter in a short word (`Farm` for `Faro`) has 0.79, an unknown word behind a name 0.6.
 */
const minConfidence = 0.8
/** The same with a word that matches nothing: a kind before the name (`Estação de Campanhã`, a stop of that name). */
const minConfidenceBesideUnmatched = 0.9
const rounding = 1e-9

/** Results that differ by less in confidence fit the text alike. */
const sameConfidence = 0.01

/**
 * Places that differ by less in importance are equally likely meant. A town is 0.5, a village 0.4, streets 0.2 to 0.3,
 * venues of a chain 0.1.
 */
const sameImportance = 0.1

/** The same of places with different names. */
const ofOneKind = 0.01

/**
 * The results that a text names, best first. A word that matches nothing leaves none, but for the number of a house
 * that is not known: its street is where the house is.
 */
export function sureResults(results: readonly SearchResult[], text = ''): SearchResult[] {
  const isKindFirst = categoriesNamed(text.split(' ')[0]!).length > 0
  return results.filter(
    ({ confidence, matchType, place }) =>
      confidence >= minConfidence - rounding &&
      (matchType !== 'fallback' ||
        place.type === 'street' ||
        (isKindFirst && confidence >= minConfidenceBesideUnmatched - rounding)),
  )
}

/**
 * The results that are as likely as the best one: of its name, its confidence and about its importance. A town comes
 * before the region of its name, because people mean its centre.
 */
export function namesakes(results: readonly SearchResult[], text: string): SearchResult[] {
  const [first] = results
  if (!first) return []
  const alike = results.filter((result) => isAlike(result, first, fold(text)))
  const highest = Math.max(...alike.map(({ place }) => place.importance))
  const best = alike.find(({ place }) => place.importance >= highest - sameImportance)!
  const meant = isWide(best.place) ? (alike.find((result) => isTownOf(result, best)) ?? best) : best
  const others = alike.filter(
    (result) =>
      result !== meant &&
      kindOf(result) === kindOf(meant) &&
      result.place.importance >= meant.place.importance - sameImportance,
  )
  return [meant, ...others]
}

/** Whether a result fits the text as well as the first one does. */
function isAlike(result: SearchResult, first: SearchResult, text: string): boolean {
  if (result.confidence < first.confidence - sameConfidence) return false
  if (fold(result.place.name) === fold(first.place.name)) return true
  if (allNamesOf(first.place).some((name) => name !== '' && text.includes(fold(name)))) return false
  // Places of a kind have names of their own: `pharmacy in Ashby`.
  const isExact = first.matchType === 'exact' && result.matchType === 'exact'
  return isExact && Math.abs(result.place.importance - first.place.importance) < ofOneKind
}

function isTownOf({ place }: SearchResult, area: SearchResult): boolean {
  return place.type === 'locality' && fold(place.name) === fold(area.place.name)
}

/** Areas are namesakes of areas of their type, houses, streets and venues of each other. */
function kindOf({ place: { type } }: SearchResult): string {
  return isAreaType(type) ? type : 'point'
}
