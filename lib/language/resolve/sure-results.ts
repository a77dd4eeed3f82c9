import { findCategoriesByName } from '#places/categories'
import { isAreaType, listNames } from '#places/gazetteer'
import type { SearchResult } from '#places/search'
import { fold } from '#places/text'
import { isWide } from './main-town.ts'

/**
 * Confidence from which nearly every result is the intended place (see `confidence` of the search operation). A
 * corrected letter in a short word (`Farm` for `Faro`) has 0.79, an unknown word after a name 0.6.
 */
const minConfidence = 0.8
/**
 * The same threshold when a word matches nothing, such as a kind before the name (`Estação de Campanhã`, a stop of
 * that name).
 */
const minConfidenceBesideUnmatched = 0.9
const rounding = 1e-9

/** Results whose confidence differs by less fit the text equally well. */
const sameConfidence = 0.01

/**
 * Places whose importance differs by less are equally likely. A town has 0.5, a village 0.4, streets 0.2 to 0.3,
 * venues of a chain 0.1.
 */
const sameImportance = 0.1

/** The same threshold for places with different names. */
const sameKindImportance = 0.01

/**
 * Returns the results that a text names, best first. A word that matches nothing rules out a result, except the
 * number of an unknown house, which is on the street found.
 */
export function selectSureResults(results: readonly SearchResult[], text = ''): SearchResult[] {
  const isKindFirst = findCategoriesByName(text.split(' ')[0]!).length > 0
  return results.filter(
    ({ confidence, matchType, place }) =>
      confidence >= minConfidence - rounding &&
      (matchType !== 'fallback' ||
        place.type === 'street' ||
        (isKindFirst && confidence >= minConfidenceBesideUnmatched - rounding)),
  )
}

/**
 * Returns the results that are as likely as the best one: the same name, the same confidence and about the same
 * importance. A town precedes the region of the same name, because people mean its centre.
 */
export function findNamesakes(results: readonly SearchResult[], text: string): SearchResult[] {
  const [first] = results
  if (!first) return []
  const alike = results.filter((result) => isAlike(result, first, fold(text)))
  const highest = Math.max(...alike.map(({ place }) => place.importance))
  const best = alike.find(({ place }) => place.importance >= highest - sameImportance)!
  const meant = isWide(best.place)
    ? (alike.find((result) => isTownNamedLike(result, best)) ?? best)
    : best
  const others = alike.filter(
    (result) =>
      result !== meant &&
      classifyKind(result) === classifyKind(meant) &&
      result.place.importance >= meant.place.importance - sameImportance,
  )
  return [meant, ...others]
}

/** Returns whether a result fits the text as well as the first one. */
function isAlike(result: SearchResult, first: SearchResult, text: string): boolean {
  if (result.confidence < first.confidence - sameConfidence) return false
  if (fold(result.place.name) === fold(first.place.name)) return true
  if (listNames(first.place).some((name) => name !== '' && text.includes(fold(name)))) return false
  // Places of one kind have different names: `pharmacy in Ashby`.
  const isExact = first.matchType === 'exact' && result.matchType === 'exact'
  return isExact && Math.abs(result.place.importance - first.place.importance) < sameKindImportance
}

function isTownNamedLike({ place }: SearchResult, area: SearchResult): boolean {
  return place.type === 'locality' && fold(place.name) === fold(area.place.name)
}

/**
 * Returns the group within which places can be namesakes: the type of an area, and one group for houses, streets and
 * venues.
 */
function classifyKind({ place: { type } }: SearchResult): string {
  return isAreaType(type) ? type : 'point'
}
