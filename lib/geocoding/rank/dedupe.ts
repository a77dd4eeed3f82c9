import { distanceMeters } from '../../geo/index.ts'
import { fold } from '../../text/index.ts'
import type { SearchResult } from '../query.ts'
import { type NameRecord, recordOf } from './place-tokens.ts'

/** Things of one name and kind nearer than this are one to somebody who looks for it. */
const oneThingMeters = 200

/**
 * Leaves out what is there already under another id: the same name, kind and number within 200 m in the
 * same place. The better one, which comes first, stays.
 */
export function withoutDuplicates(found: readonly SearchResult[]): SearchResult[] {
  const kept = new Map<string, SearchResult[]>()
  return found.filter((one) => {
    const key = keyOf(one)
    const same = kept.get(key)
    if (!same) {
      kept.set(key, [one])
      return true
    }
    if (same.some((other) => distanceMeters(other.at, one.at) <= oneThingMeters)) return false
    same.push(one)
    return true
  })
}

function keyOf({ place, house }: SearchResult): string {
  // Unnamed things of a kind stand side by side, and each is its own.
  if (place.name === '') return place.id
  const [{ words }] = recordOf(place).names as [NameRecord]
  const name = words.join(' ') || place.categories.join(' ')
  const number = house ? fold(house.number) : ''
  return `${place.type}|${name}|${number}`
}
