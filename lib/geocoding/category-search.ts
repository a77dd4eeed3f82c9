import { categoriesBeginning, categoriesOfFolded } from '../categories/index.ts'
import { allNamesOf, type Gazetteer, isAreaType, type Place } from '../gazetteer/index.ts'
import { fold, isStopWord } from '../text/index.ts'
import { mostImportant } from './area-search.ts'
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
import {
  globeMeters,
  mayBeVenues,
  type NamedCategories,
  nearestVenuesInScope,
  positionRadiusMeters,
  radiiFrom,
} from './nearest-venues.ts'
import type { SearchScope } from './query.ts'
import { withoutDuplicates, withoutRepeats } from './rank/dedupe.ts'
import { wholesFirst } from './rank/wholes-first.ts'
import { TermCache } from './retrieve/term-cache.ts'
import { isInScope } from './scope.ts'
import type { SearchResult } from './search-result.ts'

/** A corrected name with this confidence was probably meant, and no mistyped category: that of a short name. */
const minCorrectedName = 0.75

/**
 * The results for a text by its words, and before them places of a category where the text means one: the whole
 * text (`pharmacy`), or beside a place (`pharmacy Encamp`). A mistyped category counts when the words found no name.
 */
export async function withCategoryResults(
  gazetteer: Gazetteer,
  query: QueryText,
  named: readonly SearchResult[],
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const ofCategory = await categoryResults(gazetteer, query, named, scope, context)
  if (ofCategory.length === 0) return [...named]
  const text = fold(query.text)
  // A town may have the name of a category.
  const towns = named.filter(
    ({ place }) => isAreaType(place.type) && allNamesOf(place).map(fold).includes(text),
  )
  return withoutRepeats([...towns, ...ofCategory, ...named]).slice(0, scope.size)
}

async function categoryResults(
  gazetteer: Gazetteer,
  query: QueryText,
  named: readonly SearchResult[],
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const whole = wholeCategory(query, named)
  if (whole) {
    const places = await placesOfCategory(gazetteer, whole, scope, context)
    const factor = isSure(whole, fold(query.text)) ? 1 : unsureFactor
    return places.map((result) => ({ ...result, confidence: factor * result.confidence }))
  }
  if (!mayMeanCategory(named)) return []
  const phrase = categoryAndPlaceOf(query)
  const meant = phrase && isMeantByCategory(named, phrase) ? phrase : mistyped(query, named)
  return meant ? searchNearPhrase(gazetteer, meant, scope, context) : []
}

/** Factor for a category that a single word hardly tells. */
const unsureFactor = 0.75
/** Of a shorter word, many others differ by one letter. */
const minSureLength = 7

/** `Essen` and `Lagos` are towns of the world, and categories in other languages. */
function isSure({ edits }: NamedCategories, folded: string): boolean {
  return !isTownOrRegion(folded) && (edits === 0 || folded.length >= minSureLength)
}

/** The category that the whole text names. */
function wholeCategory({ text, words }: QueryText, [best]: readonly SearchResult[]) {
  const folded = fold(text)
  const categories = categoriesOfFolded(folded)
  if (categories.length > 0) return { categories, edits: 0 }
  if (best?.matchType === 'exact') return undefined
  // A name may begin with `Best` or `Good`.
  const described = categoriesMeant(words.map((word) => word.text))
  if (described.length > 0) return { categories: described, edits: 0 }
  if (best && best.confidence >= minCorrectedName && best.place.categories.length === 0) {
    return undefined
  }
  const similar = similarCategories(folded)
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
  const categories = categoriesOfFolded(folded)
  if (categories.length > 0) return { categories, isWhole: true }
  const isBeginning = open && folded.length >= minBeginning
  const beginning = isBeginning ? categoriesBeginning(folded) : []
  return { categories: beginning.length <= maxBeginning ? beginning : [], isWhole: false }
}

function mistyped(query: QueryText, named: readonly SearchResult[]): NearPhrase | undefined {
  const [best] = named
  if (best?.matchType === 'exact' || query.words.length < 2) return undefined
  // Then no part of the text is a place beside the category; and most mistyped texts are such names.
  if (best && isPartOfName(query, best.place)) return undefined
  const phrase = mistypedCategoryAndPlaceOf(query)
  return phrase && isMeantByCategory(named, phrase) ? phrase : undefined
}

/** The most important places of a category looked at, at least. */
const minImportant = 30

/** Nearest to the focus first; without one, the most important first, and a whole before its parts. */
export async function placesOfCategory(
  gazetteer: Gazetteer,
  { categories, edits }: NamedCategories,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const options = readOptionsOf(context)
  const { focus, size, rectangle, circle } = scope
  if (focus) {
    const radii = rectangle || circle ? [globeMeters] : radiiFrom(positionRadiusMeters)
    const around = { near: focus, radii }
    return nearestVenuesInScope(gazetteer, { categories, edits }, around, scope, options)
  }
  if (!mayBeVenues(scope)) return []
  const cache = new TermCache(gazetteer, options)
  // Wholes may follow their parts by importance.
  const wide = { ...scope, size: Math.max(minImportant, size) }
  let results: SearchResult[] = []
  for await (const found of mostImportant(cache, { categories, edits }, wide)) {
    results = withoutDuplicates(found.filter(({ place, at }) => isInScope(place, at, scope)))
    if (results.length >= size) break
  }
  return wholesFirst(results).slice(0, size)
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
  const names = allNamesOf(best.place).map(fold)
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
  return allNamesOf(place).some((name) => {
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
