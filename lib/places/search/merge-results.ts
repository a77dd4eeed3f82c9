import { distanceMeters } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import type { SearchScope } from './query.ts'
import type { SearchResult } from './search-result.ts'

/** One search in several gazetteers, as if they were one; throws what any of them throws. */
export async function searchAll(
  gazetteers: readonly Gazetteer[],
  scope: Pick<SearchScope, 'size' | 'focus'>,
  find: (gazetteer: Gazetteer) => Promise<SearchResult[]>,
): Promise<SearchResult[]> {
  const lists = await Promise.all(gazetteers.map(find))
  return lists.length === 1 ? lists[0]! : mergeResults(lists, scope)
}

/**
 * Merges the results of one search in several gazetteers as if they were one, each list in its own order:
 *
 * - A list that begins with a correction or a partial match is left out where another begins with more confidence:
 *   in one gazetteer these would not have been tried.
 * - Of the first results of the lists the one with the most confidence is next, then the one nearest to the
 *   focus, then the most important one, then that of the earlier list.
 * - A place that two gazetteers have is a result once.
 */
export function mergeResults(
  lists: readonly (readonly SearchResult[])[],
  { size, focus }: Pick<SearchScope, 'size' | 'focus'>,
): SearchResult[] {
  const best = Math.max(...lists.map(([first]) => first?.confidence ?? 0))
  const left = lists
    .filter(([first]) => first && (first.confidence >= best || !isFallback(first)))
    .map((list) => [...list])
  const metersTo = ({ at }: SearchResult) => (focus ? distanceMeters(focus, at) : 0)
  const compare = (a: SearchResult, b: SearchResult): number =>
    b.confidence - a.confidence ||
    metersTo(a) - metersTo(b) ||
    b.place.importance - a.place.importance
  const merged = new Map<string, SearchResult>()
  while (merged.size < size) {
    const heads = left.filter((list) => list.length > 0)
    if (heads.length === 0) break
    // The sort is stable: of equal results that of the earlier list comes first.
    const [next] = heads.toSorted(([a], [b]) => compare(a!, b!))
    const result = next!.shift()!
    const key = keyOf(result)
    if (!merged.has(key)) merged.set(key, result)
  }
  return [...merged.values()]
}

function isFallback({ matchType }: SearchResult): boolean {
  return matchType === 'fallback' || matchType === 'fuzzy'
}

function keyOf({ place, house }: SearchResult): string {
  return `${place.id} ${house ? `${house.id} ${house.number}` : ''}`
}
