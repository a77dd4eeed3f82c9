import type { Gazetteer, Place } from '../gazetteer/index.ts'
import { fold, isStopWord } from '../text/index.ts'
import type { SearchContext } from './context.ts'
import { minCorrectedLength, minLengthForTwoEdits } from './fallback/corrections.ts'
import { editDistance } from './fallback/edit-distance.ts'
import { coordinatesIn } from './interpret/coordinates.ts'
import { categoryAndPlaceOf, type NearPhrase, nearPhraseOf } from './interpret/near-phrase.ts'
import { tokenize } from './interpret/tokenize.ts'
import { searchNearPhrase } from './near-phrase-search.ts'
import type { SearchQuery } from './query.ts'
import { findAtPoint } from './reverse/at-point.ts'
import type { SearchResult } from './search-result.ts'
import { findByText } from './text-search.ts'

/**
 * Places for a whole text: a name with its surroundings, an address in one line, a category in or near a
 * place, coordinates. Best first; empty for nonsense. Throws `service_unavailable`.
 */
export async function search(
  gazetteer: Gazetteer,
  { text, ...scope }: SearchQuery,
  context: SearchContext,
): Promise<SearchResult[]> {
  const point = coordinatesIn(text)
  if (point) return findAtPoint(gazetteer, point, scope, context)
  const query = tokenize(text)
  const phrase = nearPhraseOf(query)
  if (phrase) {
    const results = await searchNearPhrase(gazetteer, phrase, scope, context)
    if (results.length > 0) return results
  }
  const named = await findByText(gazetteer, query, scope, context)
  const categoryPhrase = categoryAndPlaceOf(query)
  if (!categoryPhrase || !isMeantByCategory(named, categoryPhrase)) return named
  const nearby = await searchNearPhrase(gazetteer, categoryPhrase, scope, context)
  const ids = new Set(nearby.map(({ place }) => place.id))
  return [...nearby, ...named.filter(({ place }) => !ids.has(place.id))].slice(0, scope.size)
}

/**
 * Whether the best result is of the category but was not typed by name. A name is typed if it contains
 * the rest of the text, perhaps mistyped, or if the text contains all of the name.
 */
function isMeantByCategory(
  [best]: readonly SearchResult[],
  { subject, categories, location }: NearPhrase,
): boolean {
  if (!best?.place.categories.some((category) => categories.includes(category))) return false
  const categoryWords = new Set(fold(subject).split(' '))
  const typed = fold(location).split(' ')
  return !allNamesOf(best.place).some((name) => {
    const words = fold(name).split(' ')
    const own = words.filter((word) => !categoryWords.has(word) && !isStopWord(word))
    const isExact = best.matchType === 'exact' && own.length > 0
    if (isExact && own.every((word) => typed.includes(word))) return true
    return typed.every((word) => words.some((other) => isSimilar(word, other)))
  })
}

function isSimilar(word: string, other: string): boolean {
  if (word === other) return true
  if (word.length < minCorrectedLength) return false
  const maxEdits = word.length < minLengthForTwoEdits ? 1 : 2
  return editDistance(word, other, maxEdits) !== undefined
}

/**
 * Places for a text that is still being typed: the last word may be unfinished, unless a blank follows
 * it. Otherwise as {@link search}.
 */
export async function autocomplete(
  gazetteer: Gazetteer,
  { text, ...scope }: SearchQuery,
  context: SearchContext,
): Promise<SearchResult[]> {
  const find = (typed: string) =>
    findByText(gazetteer, tokenize(typed, { isTyping: true }), scope, context)
  const point = coordinatesIn(text)
  if (point) {
    const [atPoint, named] = await Promise.all([
      findAtPoint(gazetteer, point, scope, context),
      find(text),
    ])
    const beginning = named.filter(({ place }) => beginsWith(place, text))
    return [...beginning, ...atPoint].slice(0, scope.size)
  }
  const results = await find(text)
  const separated = text.replace(endingInitial, '$1 $2')
  const hasExact = results.some(({ matchType }) => matchType === 'exact')
  if (separated === text || hasExact) return results
  const others = await find(separated)
  return others.length > 0 ? others : results
}

/** A few names begin with figures that are also coordinates: `13,5°`. */
function beginsWith(place: Place, text: string): boolean {
  const typed = text.trim().toLowerCase()
  return allNamesOf(place).some((name) => name.toLowerCase().startsWith(typed))
}

function allNamesOf({ name, names, aliases }: Place): string[] {
  return [name, ...Object.values(names), ...aliases]
}

/** After a dot, up to three letters may be initials (`U.S.A`) or a word (`S.Joseph`). */
const endingInitial = /((?<!\p{L})\p{L}\.)(\p{L}{1,3})$/u
