import type { LatLon } from '#ground/geo'
import { findCategoriesByName } from '#places/categories'
import { type Gazetteer, isAreaType, listNames } from '#places/gazetteer'
import { fold } from '#places/text'
import { readOptionsOf, type SearchContext } from './context.ts'
import { similarCategories } from './fallback/category-typos.ts'
import { coordinatesIn } from './interpret/coordinates/coordinates.ts'
import { resolveShortPlusCode } from './interpret/coordinates/plus-codes.ts'
import { positionWithin } from './interpret/coordinates/position-within.ts'
import { tokenize } from './interpret/tokenize.ts'
import { namedAround } from './named-around.ts'
import { type NamedCategories, venuesAroundPosition } from './nearest-venues.ts'
import type { SearchScope } from './query.ts'
import { findAtPoint } from './reverse/at-point.ts'
import type { SearchResult } from './search-result.ts'
import { findByText } from './text-search.ts'

/** Places of a name are looked for as far from the coordinates. */
const maxNameMeters = 50_000
/** Names found with up to so much less confidence than the best are ordered by distance. */
const similarConfidence = 0.1
/** Factor for what is at the coordinates when the name beside them is not known there. */
const unknownNameFactor = 0.6
/** The text of a town does not name a place found with less confidence. */
const minTownConfidence = 0.5

/**
 * Places for a text with coordinates: what is there; with a category beside them, its places from there on,
 * nearest first; with a name, the places of the name nearest to there. Undefined for a text without
 * coordinates.
 */
export async function searchWithPosition(
  gazetteer: Gazetteer,
  text: string,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[] | undefined> {
  const alone = coordinatesIn(text)
  if (alone) return findAtPoint(gazetteer, alone, scope, context)
  const found = positionWithin(text, (rest) => categoriesOf(rest) !== undefined)
  if (!found) return undefined
  const { position, rest } = found
  if ('shortCode' in position) {
    const at = await completed(gazetteer, position.shortCode, rest, scope, context)
    if (at) return findAtPoint(gazetteer, at, scope, context)
    if (rest !== '') return undefined
    context.warn('a short plus code needs a town beside it, or a focus')
    return []
  }
  if (rest === '') return findAtPoint(gazetteer, position, scope, context)
  const folded = fold(rest)
  const around = (categories: NamedCategories) =>
    venuesAroundPosition(gazetteer, categories, position, scope, readOptionsOf(context))
  const exact = findCategoriesByName(folded)
  if (exact.length > 0) {
    const places = await around({ categories: exact, edits: 0 })
    if (places.length > 0) return places
  }
  const byName = await named(gazetteer, rest, position, scope, context)
  if (byName[0]?.matchType === 'exact') return byName
  const similar = exact.length > 0 ? undefined : similarCategories(folded)
  const places = similar ? await around({ ...similar, letters: folded.length }) : []
  if (places.length > 0) return places
  const results = byName.length > 0 ? byName : await unknownAt(gazetteer, position, scope, context)
  // The figures may have been something else.
  return results.length > 0 ? results : undefined
}

function categoriesOf(text: string): readonly string[] | undefined {
  const folded = fold(text)
  const categories = findCategoriesByName(folded)
  return categories.length > 0 ? categories : similarCategories(folded)?.categories
}

/** What is at coordinates beside a name that is not known there. */
async function unknownAt(
  gazetteer: Gazetteer,
  at: LatLon,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const results = await findAtPoint(gazetteer, at, scope, context)
  return results.map((result) => ({ ...result, confidence: result.confidence * unknownNameFactor }))
}

/** Places of a name, those near the position first; none if none is near. What is there, for a town's name. */
async function named(
  gazetteer: Gazetteer,
  text: string,
  at: LatLon,
  scope: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const results = await namedAround(gazetteer, tokenize(text), at, scope, context)
  const near = results.filter(({ distanceMeters }) => distanceMeters <= maxNameMeters)
  const exact = near.filter(({ matchType }) => matchType !== 'fallback')
  const candidates = exact.length > 0 ? exact : near
  // A town beside coordinates says where they are.
  const [first] = results
  const isTown = first && isAreaType(first.place.type) && first.matchType !== 'fallback'
  if (isTown) return findAtPoint(gazetteer, at, scope, context)
  if (candidates.length === 0) return []
  const best = Math.max(...candidates.map(({ confidence }) => confidence))
  const typed = fold(text)
  const isTyped = ({ place }: SearchResult) => Number(listNames(place).map(fold).includes(typed))
  const nearest = candidates
    .filter(({ confidence }) => confidence >= best - similarConfidence)
    .sort((a, b) => isTyped(b) - isTyped(a) || a.distanceMeters - b.distanceMeters)
  return [...new Set([...nearest, ...near, ...results])].slice(0, scope.size)
}

/** The position of a short plus code near the town beside it, or near the focus. */
async function completed(
  gazetteer: Gazetteer,
  code: string,
  town: string,
  scope: SearchScope,
  context: SearchContext,
): Promise<LatLon | undefined> {
  if (town === '') return scope.focus && resolveShortPlusCode(code, scope.focus)
  const { focus, countries } = scope
  const townScope = { size: 1, ...(focus && { focus }), ...(countries && { countries }) }
  const [best] = await findByText(gazetteer, tokenize(town), townScope, context)
  if (!best || best.confidence < minTownConfidence) return undefined
  return resolveShortPlusCode(code, best.at)
}
