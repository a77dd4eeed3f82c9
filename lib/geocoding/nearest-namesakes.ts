import {
  allNamesOf,
  areaTypes,
  type Gazetteer,
  isAreaType,
  type Place,
} from '../gazetteer/index.ts'
import { distanceMeters } from '../geo/index.ts'
import { fold, isStopWord } from '../text/index.ts'
import type { SearchContext } from './context.ts'
import { type QueryText, tokenize } from './interpret/tokenize.ts'
import type { SearchScope } from './query.ts'
import type { SearchResult } from './search-result.ts'
import { findByText } from './text-search.ts'

/** Distance from a country's centre is meaningless. */
const townTypes = areaTypes.filter((type) => type !== 'country')

/** Places found for the name, of which the nearest are kept. */
const minNamesakes = 20

/**
 * The results for a name with a town where nothing in the town has the name (`Migros Seldwyla`): of the places of the
 * name the nearest to the town come first. Others keep their order.
 */
export async function nearestNamesakesFirst(
  gazetteer: Gazetteer,
  query: QueryText,
  named: readonly SearchResult[],
  scope: SearchScope,
  context: SearchContext,
): Promise<readonly SearchResult[]> {
  if (named[0]?.matchType !== 'fallback' || query.words.length < 2) return named
  const text = fold(query.text)
  for (const [first, { place, confidence, matchType }] of named.entries()) {
    const rest = isAreaType(place.type) ? undefined : withoutName(text, place)
    // Of a house number without a house, the street is the result.
    if (!rest || /\d/.test(rest)) continue
    const { countries } = scope
    const ofAreas = { size: 1, types: townTypes, ...(countries && { countries }) }
    const [town] = await findByText(gazetteer, tokenize(rest), ofAreas, context)
    if (town?.matchType !== 'exact') return named
    const subject = withoutName(text, town.place) ?? ''
    const around = { ...scope, focus: town.at, size: Math.max(minNamesakes, scope.size) }
    const found = await findByText(gazetteer, tokenize(subject), around, context)
    const isNamesake = ({ place }: SearchResult) =>
      !isAreaType(place.type) && allNamesOf(place).map(fold).includes(subject)
    const nearest = found
      .filter(isNamesake)
      .map((result) => ({ ...result, confidence, matchType }))
      .sort((a, b) => distanceMeters(town.at, a.at) - distanceMeters(town.at, b.at))
    if (nearest.length === 0) return named
    const others = named.filter((result) => !isNamesake(result))
    return others.toSpliced(first, 0, ...nearest).slice(0, scope.size)
  }
  return named
}

/** A folded text without the name of a place at its end or beginning; undefined when it has none there. */
function withoutName(text: string, place: Place): string | undefined {
  for (const name of allNamesOf(place)) {
    const words = fold(name).split(' ')
    // The article may be missing: `Escaldes` for `les Escaldes`.
    const plain = words.slice(words.findIndex((word) => !isStopWord(word))).join(' ')
    if (plain === '') continue
    if (text.endsWith(` ${plain}`)) return text.slice(0, -plain.length - 1)
    if (text.startsWith(`${plain} `)) return text.slice(plain.length + 1)
  }
  return undefined
}
