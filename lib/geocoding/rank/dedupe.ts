import { distanceMeters } from '../../geo/index.ts'
import { fold } from '../../text/index.ts'
import type { SearchResult } from '../search-result.ts'
import { type NameTokens, placeTokensOf } from './place-tokens.ts'

/** Nearer things of one name and kind are the same to a caller. */
const sameThingMeters = 200

/**
 * Leaves out results that are there already under another id: the same name, kind and house number within
 * 200 m. The first, which is the better one, stays.
 */
export function withoutDuplicates(results: readonly SearchResult[]): SearchResult[] {
  const kept = new Map<string, SearchResult[]>()
  return results.filter((result) => {
    const key = keyOf(result)
    const alike = kept.get(key)
    if (alike?.some(({ at }) => distanceMeters(at, result.at) <= sameThingMeters)) return false
    if (alike) alike.push(result)
    else kept.set(key, [result])
    return true
  })
}

function keyOf({ place, house }: SearchResult): string {
  // Unnamed things of a kind stand side by side.
  if (place.name === '') return place.id
  const [{ words }] = placeTokensOf(place).names as [NameTokens]
  const name = words.join(' ') || place.categories.join(' ')
  const number = house ? fold(house.number) : ''
  return `${place.type}|${name}|${number}`
}
