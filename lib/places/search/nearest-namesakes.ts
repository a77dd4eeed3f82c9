import { distanceMeters } from '#ground/geo'
import { areaTypes, type Gazetteer, isAreaType, listNames, type Place } from '#places/gazetteer'
import { fold, isStopWord } from '#places/text'
import type { SearchContext } from './context.ts'
import { type QueryText, tokenize } from './interpret/tokenize.ts'
import { namedAround } from './named-around.ts'
import type { SearchScope } from './query.ts'
import { distinct } from './rank/dedupe.ts'
import type { SearchResult } from './search-result.ts'
import { findByText } from './text-search.ts'

/** Distance from a country's centre is meaningless. */
const townTypes = areaTypes.filter((type) => type !== 'country')

/** Towns and other areas of one name at most. */
const maxTowns = 4

/**
 * The results for a name with a town where nothing in the town has the name (`Migros Seldwyla`): of the places of the
 * name the nearest to the town come first. Of several towns of that name the most important is first, and each place
 * goes with the town that is nearest to it. Other results keep their order.
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
    const towns = await townsNamed(gazetteer, rest, scope, context)
    const [best] = towns
    if (!best) return named
    const subject = withoutName(text, best.place) ?? ''
    const subjectText = tokenize(subject)
    const isNamesake = ({ place }: SearchResult) =>
      !isAreaType(place.type) && listNames(place).map(fold).includes(subject)
    const found: SearchResult[] = []
    for (const { at } of towns) {
      found.push(...(await namedAround(gazetteer, subjectText, at, scope, context)))
    }
    const nearest = byTown(found.filter(isNamesake), towns).map(
      ({ distanceMeters: _, ...result }) => ({ ...result, confidence, matchType }),
    )
    if (nearest.length === 0) return named
    const others = named.filter((result) => !isNamesake(result))
    return distinct(others.toSpliced(first, 0, ...nearest)).slice(0, scope.size)
  }
  return named
}

/** The towns, counties and regions with a name, the most important first; none where the best is not of that name. */
async function townsNamed(
  gazetteer: Gazetteer,
  name: string,
  { countries }: SearchScope,
  context: SearchContext,
): Promise<SearchResult[]> {
  const scope = { size: maxTowns, types: townTypes, ...(countries && { countries }) }
  const found = await findByText(gazetteer, tokenize(name), scope, context)
  if (found[0]?.matchType !== 'exact') return []
  const towns: SearchResult[] = []
  for (const area of found) {
    const isNamed = withoutName(` ${name}`, area.place) === ''
    // A town in the county of its name is one with it.
    const isOther = towns.every((town) => !isWithin(town, area) && !isWithin(area, town))
    if (towns.length === 0 || (isNamed && isOther)) towns.push(area)
  }
  return towns.sort((a, b) => b.place.importance - a.place.importance)
}

function isWithin({ place }: SearchResult, area: SearchResult): boolean {
  return place.parents.some(({ docId }) => docId === area.place.docId)
}

/** Places by the nearest of the towns, in the order of these, and then by their distance from it. */
function byTown(places: readonly SearchResult[], towns: readonly SearchResult[]): SearchResult[] {
  return places
    .map((result) => {
      const meters = towns.map(({ at }) => distanceMeters(at, result.at))
      const nearest = Math.min(...meters)
      return { result, town: meters.indexOf(nearest), nearest }
    })
    .sort((a, b) => a.town - b.town || a.nearest - b.nearest)
    .map(({ result }) => result)
}

/** A folded text without the name of a place at its end or beginning; undefined when it has none there. */
function withoutName(text: string, place: Place): string | undefined {
  for (const name of listNames(place)) {
    const words = fold(name).split(' ')
    // The article may be missing: `Escaldes` for `les Escaldes`.
    const plain = words.slice(words.findIndex((word) => !isStopWord(word))).join(' ')
    if (plain === '') continue
    if (text.endsWith(` ${plain}`)) return text.slice(0, -plain.length - 1)
    if (text.startsWith(`${plain} `)) return text.slice(plain.length + 1)
  }
  return undefined
}
