import { distanceMeters, type LatLon } from '#ground/geo'
import { findCategoriesByFoldedName, findCategoriesByPrefix } from '#places/categories'
import { type Gazetteer, isAreaType, listNames, type Place } from '#places/gazetteer'
import { fold, isStopWord } from '#places/text'
import { mostImportantVenues } from './area-search.ts'
import { readOptionsOf, type SearchContext } from './context.ts'
import { similarCategories } from './fallback/category-typos.ts'
import { minCorrectedLength, minLengthForTwoEdits } from './fallback/corrections.ts'
import { editDistance } from './fallback/edit-distance.ts'
import { isTownOrRegion } from './interpret/known-areas.ts'
import {
  categoriesMeant,
  categoryAndPlaceOf,
  mistypedCategoryAndPlaceOf,
  type NearPhrase,
} from './interpret/near-phrase.ts'
import type { QueryText } from './interpret/tokenize.ts'
import { searchNearPhrase } from './near-phrase-search.ts'
import { mayBeVenues, type NamedCategories, venuesAroundPosition } from './nearest-venues.ts'
import type { SearchScope } from './query.ts'
import { distinct } from './rank/dedupe.ts'
import { TermCache } from './retrieve/term-cache.ts'
import { isInScope } from './scope.ts'
import type { SearchResult } from './search-result.ts'

/** A corrected name with this confidence was probably meant, and no mistyped category: that of a short name. */
const minCorrectedName = 0.75

/**
 * The results for a text by its words, and places of a category where the text means one: the whole text
 * (`pharmacy`), or beside a place (`pharmacy Encamp`). A mistyped category counts when the words found no name.
 *
 * The places of the category are in one order. Before them are only a town of that name and what the words name with
 * more confidence; all else that the words found is behind them.
 */
export async function withCategoryResults(
  gazetteer: Gazetteer,
  query: QueryText,
  named: readonly SearchResult[],
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const meant = await categoryResults(gazetteer, query, named, scope, context)
  const [best] = meant?.results ?? []
  if (!meant || !best) return [...named]
  const text = fold(query.text)
  const isFirst = ({ place, confidence }: SearchResult) => {
    if (isAreaType(place.type) && listNames(place).map(fold).includes(text)) return true
    // A category as typed also matches the words of its places, in another order.
    return confidence > best.confidence && (meant.edits > 0 || !isOf(place, meant.categories))
  }
  return distinct([...named.filter(isFirst), ...meant.results, ...named]).slice(0, scope.size)
}

interface CategoryResults extends NamedCategories {
  results: readonly SearchResult[]
}

async function categoryResults(
  gazetteer: Gazetteer,
  query: QueryText,
  named: readonly SearchResult[],
  scope: SearchScope,
  context: SearchContext,
): Promise<CategoryResults | undefined> {
  const whole = wholeCategory(query, named)
  if (whole) return { ...whole, results: await placesOfCategory(gazetteer, whole, scope, context) }
  const phrase = mayMeanCategory(named) ? categoryBesidePlace(query, named) : undefined
  if (!phrase) return undefined
  const { categories, edits } = phrase
  const results = await searchNearPhrase(gazetteer, phrase, scope, context)
  return { categories, edits, results }
}

/** The category that the whole text names. */
function wholeCategory(
  { text, words }: QueryText,
  [best]: readonly SearchResult[],
): NamedCategories | undefined {
  const folded = fold(text)
  const letters = folded.length
  const categories = findCategoriesByFoldedName(folded)
  if (categories.length > 0) {
    return { categories, edits: 0, isTownCategory: isTownOrRegion(folded) }
  }
  if (best?.matchType === 'exact') return undefined
  // A name may begin with `Best` or `Good`.
  const described = categoriesMeant(words.map((word) => word.text))
  if (described.length > 0) return { categories: described, edits: 0 }
  if (best && best.confidence >= minCorrectedName && best.place.categories.length === 0) {
    return undefined
  }
  const found = similarCategories(folded)
  const similar = found && { ...found, letters }
  if (!similar || !best || isOf(best.place, similar.categories)) return similar
  return best.confidence < minCorrectedName ? similar : undefined
}

/** Shorter texts, and those that begin more categories, say little. */
const minBeginning = 3
const maxBeginning = 4

/** The categories that an unfinished text is, as a `whole`, or may become; none where they are too many. */
export function beginningCategories({ text, open }: QueryText): {
  categories: readonly string[]
  isWhole: boolean
} {
  const folded = fold(text)
  const categories = findCategoriesByFoldedName(folded)
  if (categories.length > 0) return { categories, isWhole: true }
  const isBeginning = open && folded.length >= minBeginning
  const beginning = isBeginning ? findCategoriesByPrefix(folded) : []
  return { categories: beginning.length <= maxBeginning ? beginning : [], isWhole: false }
}

/** The category beside a place that the text names, perhaps mistyped. */
function categoryBesidePlace(
  query: QueryText,
  named: readonly SearchResult[],
): NearPhrase | undefined {
  const typed = categoryAndPlaceOf(query)
  if (typed && isMeantByCategory(named, typed)) return typed
  const [best] = named
  if (best?.matchType === 'exact' || query.words.length < 2) return undefined
  // Then no part of the text is a place beside the category; and most mistyped texts are such names.
  if (best && isPartOfName(query, best.place)) return undefined
  const phrase = mistypedCategoryAndPlaceOf(query)
  return phrase && isMeantByCategory(named, phrase) ? phrase : undefined
}

/**
 * Nearest to the focus first; where few are near, farther ones of the most important follow, in the same order. Without
 * a focus the most important first.
 */
export async function placesOfCategory(
  gazetteer: Gazetteer,
  named: NamedCategories,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  if (!mayBeVenues(scope)) return []
  const options = readOptionsOf(context)
  const { focus, size, rectangle, circle } = scope
  const near = focus ? await venuesAroundPosition(gazetteer, named, focus, scope, options) : []
  const isAll = focus && (rectangle || circle)
  if (isAll || near.length >= size) return near
  const cache = new TermCache(gazetteer, options)
  const accepts = (place: Place, at: LatLon) => isInScope(place, at, scope)
  const important = await mostImportantVenues(cache, named, scope, accepts)
  if (!focus) return important.slice(0, size)
  const far = important
    .map((result) => ({ ...result, distanceMeters: distanceMeters(focus, result.at) }))
    .sort((a, b) => a.distanceMeters - b.distanceMeters)
  return distinct([...near, ...far]).slice(0, size)
}

/** Whether a category and a place may be meant at all: see {@link isMeantByCategory}. */
function mayMeanCategory([best]: readonly SearchResult[]): boolean {
  if (!best || best.place.categories.length > 0) return true
  return best.matchType === 'fallback' && isAreaType(best.place.type)
}

/**
 * Whether a text of a category and a place means the category: the best result is of the category but was not
 * typed by name, or is just the place, because nothing has all the words.
 */
function isMeantByCategory(
  [best]: readonly SearchResult[],
  { subject, categories, edits, location }: NearPhrase,
): boolean {
  if (!best) return true
  const names = listNames(best.place).map(fold)
  if (!isOf(best.place, categories)) {
    return (
      best.matchType === 'fallback' && isAreaType(best.place.type) && names.includes(fold(location))
    )
  }
  const categoryWords = new Set(fold(subject).split(' '))
  const isCategoryWord = (word: string) =>
    categoryWords.has(word) ||
    (edits > 0 && [...categoryWords].some((other) => isSimilar(word, other)))
  const typed = fold(location).split(' ')
  return !names.some((name) => {
    const words = name.split(' ')
    const own = words.filter((word) => !isCategoryWord(word) && !isStopWord(word))
    if (own.length > 0 && isTyped(own, typed)) return true
    return typed.every((word) => words.some((other) => isSimilar(word, other)))
  })
}

/** Whether all words of a text, perhaps mistyped, are in one name of a place. */
function isPartOfName({ words }: QueryText, place: Place): boolean {
  return listNames(place).some((name) => {
    const ofName = fold(name).split(' ')
    return words.every(({ text }) => ofName.some((word) => isSimilar(text, word)))
  })
}

/** Whether all words were typed, perhaps mistyped; words of three letters only beside another one. */
function isTyped(words: readonly string[], typed: readonly string[]): boolean {
  const hasExact = words.some((word) => typed.includes(word))
  return words.every((word) =>
    typed.some((other) => isSimilar(other, word, hasExact ? 3 : minCorrectedLength)),
  )
}

function isOf({ categories }: Place, wanted: readonly string[]): boolean {
  return categories.some((category) => wanted.includes(category))
}

function isSimilar(word: string, other: string, minLength = minCorrectedLength): boolean {
  if (word === other) return true
  if (word.length < minLength) return false
  const maxEdits = word.length < minLengthForTwoEdits ? 1 : 2
  return editDistance(word, other, maxEdits) !== undefined
}
