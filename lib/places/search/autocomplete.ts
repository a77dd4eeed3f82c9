import { type Gazetteer, listNames, type Place } from '#places/gazetteer'
import { fold } from '#places/text'
import { beginningCategories, placesOfCategory } from './category-search.ts'
import type { SearchContext } from './context.ts'
import { coordinatesIn } from './interpret/coordinates/coordinates.ts'
import { nearPhraseOf } from './interpret/near-phrase.ts'
import { type QueryText, tokenize } from './interpret/tokenize.ts'
import { searchNearPhrase } from './near-phrase-search.ts'
import type { SearchQuery, SearchScope } from './query.ts'
import { distinct } from './rank/dedupe.ts'
import { withoutRise } from './rank/without-rise.ts'
import { findAtPoint } from './reverse/at-point.ts'
import type { SearchResult } from './search-result.ts'
import { findByText } from './text-search.ts'

/**
 * Places for a text that is still being typed: the last word may be unfinished, unless a blank follows
 * it. Names that begin with the text, then places of a category that does, or of a category in or near a place
 * (`pharmacy near Enc`). Otherwise as `search`.
 */
export async function autocomplete(
  gazetteer: Gazetteer,
  { text, ...scope }: SearchQuery,
  context: SearchContext,
): Promise<SearchResult[]> {
  const query = tokenize(text, { isTyping: true })
  const point = coordinatesIn(text)
  if (point) {
    const [atPoint, named] = await Promise.all([
      findAtPoint(gazetteer, point, scope, context),
      findByText(gazetteer, query, scope, context),
    ])
    const beginning = named.filter(({ place }) => beginsWith(place, text))
    return withoutRise([...beginning, ...atPoint].slice(0, scope.size))
  }
  const named = await findByName(gazetteer, text, query, scope, context)
  return withCategories(gazetteer, query, named, scope, context)
}

async function findByName(
  gazetteer: Gazetteer,
  text: string,
  query: QueryText,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const results = await findByText(gazetteer, query, scope, context)
  const separated = text.replace(endingInitial, '$1 $2')
  const hasExact = results.some(({ matchType }) => matchType === 'exact')
  if (separated === text || hasExact) return results
  const typed = tokenize(separated, { isTyping: true })
  const others = await findByText(gazetteer, typed, scope, context)
  return others.length > 0 ? others : results
}

/** A few names begin with figures that are also coordinates: `13,5°`. */
function beginsWith(place: Place, text: string): boolean {
  const typed = text.trim().toLowerCase()
  return listNames(place).some((name) => name.toLowerCase().startsWith(typed))
}

/** After a dot, up to three letters may be initials (`U.S.A`) or a word (`S.Joseph`). */
const endingInitial = /((?<!\p{L})\p{L}\.)(\p{L}{1,3})$/u

/**
 * The results by name, and behind the names that have the text places of the category that the text means: of a
 * category in or near a place, or of one that begins with the text. Reads nothing for a text that means none, or
 * where the names fill the list.
 */
async function withCategories(
  gazetteer: Gazetteer,
  query: QueryText,
  named: readonly SearchResult[],
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const phrase = nearPhraseOf(query)
  const isPhrase = phrase !== undefined && phrase.categories.length > 0
  const { categories, isWhole } = beginningCategories(query)
  if (!isPhrase && categories.length === 0) return [...named]
  // A whole category was searched for by the words already.
  const isMeant = ({ place }: SearchResult) => isWhole || hasWordsOf(place, query)
  const meant = named.filter(isMeant)
  if (meant.length >= scope.size) return [...named]
  const ofCategory = isPhrase
    ? await searchNearPhrase(gazetteer, phrase, scope, context)
    : await placesOfCategory(gazetteer, { categories, edits: 0 }, scope, context)
  if (ofCategory.length === 0) return [...named]
  const others = isPhrase ? [] : named.filter((result) => !meant.includes(result))
  return withoutRise(distinct([...meant, ...ofCategory, ...others]).slice(0, scope.size))
}

/** Whether a name has the text, from the beginning of a word on. */
function hasWordsOf(place: Place, { text }: QueryText): boolean {
  const typed = ` ${fold(text)}`
  return listNames(place).some((name) => ` ${fold(name)}`.includes(typed))
}
