import type { Gazetteer, Place } from '../gazetteer/index.ts'
import { fold, isStopWord } from '../text/index.ts'
import { withinBudget } from './context.ts'
import { shortestCorrected, shortestTwice } from './fallback/corrections.ts'
import { editDistance } from './fallback/edit-distance.ts'
import { coordinatesIn } from './interpret/coordinates.ts'
import { kindAndPlaceOf, type NearPhrase, nearPhraseOf } from './interpret/near-phrase.ts'
import { understand } from './interpret/tokenize.ts'
import { findWithin } from './near-phrase-search.ts'
import type { FindContext, SearchQuery, SearchResult } from './query.ts'
import { findAtPoint } from './reverse/at-point.ts'
import { find } from './text-search.ts'

/**
 * Places for a whole text: a name with where it is, an address in one line, a category in or near a
 * place, coordinates. Best first; empty for nonsense. Throws `service_unavailable`.
 */
export function search(
  gazetteer: Gazetteer,
  query: SearchQuery,
  context: FindContext,
): Promise<SearchResult[]> {
  return withinBudget(context, (bounded) => searchBounded(gazetteer, query, bounded))
}

async function searchBounded(
  gazetteer: Gazetteer,
  { text, ...scope }: SearchQuery,
  context: FindContext,
): Promise<SearchResult[]> {
  const point = coordinatesIn(text)
  if (point) return findAtPoint(gazetteer, point, scope, context)
  const understood = understand(text, { open: false, warn: () => {} })
  const phrase = nearPhraseOf(understood)
  if (phrase) {
    const within = await findWithin(gazetteer, phrase, scope, context)
    if (within.length > 0) return within
  }
  const found = await find(gazetteer, text, scope, { context, open: false })
  const kind = kindAndPlaceOf(understood)
  if (!kind || !isByKind(found, kind)) return found
  const within = await findWithin(gazetteer, kind, scope, context)
  const others = found.filter(({ place }) => within.every((one) => one.place.id !== place.id))
  return [...within, ...others].slice(0, scope.size)
}

/**
 * The best is of the kind and is not what was typed by name: then the nearest to there are meant. It is
 * meant by name when its name has all the rest of the text, perhaps mistyped, or the text all of its name.
 */
function isByKind(
  [best]: readonly SearchResult[],
  { what, categories, where }: NearPhrase,
): boolean {
  if (!best?.place.categories.some((category) => categories.includes(category))) return false
  const kind = new Set(fold(what).split(' '))
  const typed = fold(where).split(' ')
  const { name, names, aliases } = best.place
  return ![name, ...Object.values(names), ...aliases].some((one) => {
    const named = fold(one).split(' ')
    const own = named.filter((word) => !kind.has(word) && !isStopWord(word))
    const isTyped = best.matchType === 'exact' && own.length > 0
    if (isTyped && own.every((word) => typed.includes(word))) return true
    return typed.every((word) => named.some((other) => isAlike(word, other)))
  })
}

function isAlike(word: string, other: string): boolean {
  if (word === other) return true
  const edits = word.length < shortestCorrected ? 0 : word.length < shortestTwice ? 1 : 2
  return edits > 0 && editDistance(word, other, edits) !== undefined
}

/**
 * Places for a text that is still being typed: the last word may be the beginning of one, unless a blank
 * follows it; the rest as {@link search}.
 */
export function autocomplete(
  gazetteer: Gazetteer,
  query: SearchQuery,
  context: FindContext,
): Promise<SearchResult[]> {
  return withinBudget(context, (bounded) => autocompleteBounded(gazetteer, query, bounded))
}

async function autocompleteBounded(
  gazetteer: Gazetteer,
  { text, ...scope }: SearchQuery,
  context: FindContext,
): Promise<SearchResult[]> {
  const point = coordinatesIn(text)
  if (point) {
    const [here, named] = await Promise.all([
      findAtPoint(gazetteer, point, scope, context),
      find(gazetteer, text, scope, { context, open: true }),
    ])
    return [...named.filter(({ place }) => isBegun(place, text)), ...here].slice(0, scope.size)
  }
  const found = await find(gazetteer, text, scope, { context, open: true })
  const parted = text.replace(endingInitial, '$1 $2')
  if (parted === text || found.some(({ matchType }) => matchType === 'exact')) return found
  const others = await find(gazetteer, parted, scope, { context, open: true })
  return others.length > 0 ? others : found
}

/** A few names begin with figures that are a position too: `13,5°`. */
function isBegun({ name, names, aliases }: Place, text: string): boolean {
  const typed = text.trim().toLowerCase()
  return [name, ...Object.values(names), ...aliases].some((one) =>
    one.toLowerCase().startsWith(typed),
  )
}

/**
 * Up to three letters behind a point are of initials (`U.S.A`), more are a word of their own (`S.Joseph`),
 * and which it will be is not known before.
 */
const endingInitial = /((?<!\p{L})\p{L}\.)(\p{L}{1,3})$/u
