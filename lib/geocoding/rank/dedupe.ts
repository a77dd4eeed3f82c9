import { categoriesNamed } from '../../categories/index.ts'
import { isWithinMeters } from '../../geo/index.ts'
import { fold } from '../../text/index.ts'
import { houseIdOf } from '../house-id.ts'
import type { SearchResult, UnratedResult } from '../search-result.ts'
import { type NameTokens, placeTokensOf } from './place-tokens.ts'

/** Within this distance, results with the same name and type are one place to a caller. */
const maxDuplicateMeters = 200
/** Within this distance, stations and stops with the same name are one, whatever stops there. */
const maxSameStationMeters = 400

/** Kinds of stations and stops. */
let stationCategories: ReadonlySet<string> | undefined

/** The same results, each place and house once, where it comes first. */
export function withoutRepeats(results: readonly SearchResult[]): SearchResult[] {
  const firsts = new Map<string, SearchResult>()
  for (const result of results) {
    const id = idOf(result)
    if (!firsts.has(id)) firsts.set(id, result)
  }
  return [...firsts.values()]
}

/**
 * Removes results that repeat an earlier, better one under another id: same type, name and house number,
 * at most 200 m apart.
 */
export function withoutDuplicates<T extends UnratedResult>(results: readonly T[]): T[] {
  return withoutNear(results, keyOf, maxDuplicateMeters)
}

/**
 * Removes stations and stops that repeat an earlier, better one of another kind: same name, at most 400 m
 * apart.
 */
export function withoutRepeatedStations<T extends UnratedResult>(results: readonly T[]): T[] {
  stationCategories ??= new Set(categoriesNamed('public transport'))
  return withoutNear(results, stationKeyOf, maxSameStationMeters)
}

function withoutNear<T extends UnratedResult>(
  results: readonly T[],
  keyOf: (result: UnratedResult) => string,
  maxMeters: number,
): T[] {
  const kept = new Map<string, UnratedResult[]>()
  return results.filter((result) => {
    const key = keyOf(result)
    const sameKey = kept.get(key)
    if (sameKey?.some(({ at }) => isWithinMeters(at, result.at, maxMeters))) return false
    if (sameKey) sameKey.push(result)
    else kept.set(key, [result])
    return true
  })
}

function keyOf({ place, house }: UnratedResult): string {
  // Unnamed places often stand side by side, such as benches; none is a duplicate.
  if (place.name === '') return place.id
  const [{ words }] = placeTokensOf(place).names as [NameTokens]
  const name = words.join(' ') || place.categories.join(' ')
  const number = house ? fold(house.number) : ''
  return `${place.type}|${name}|${number}`
}

function stationKeyOf({ place, house }: UnratedResult): string {
  const isStation = place.categories.some((category) => stationCategories!.has(category))
  if (house || !isStation || place.name === '') return idOf({ place, house })
  return `|${placeTokensOf(place).names[0]!.words.join(' ')}`
}

/** The id of a result in responses: houses of one interpolation way share the way's id. */
function idOf({ place, house }: Omit<UnratedResult, 'at'>): string {
  return house ? houseIdOf(house) : place.id
}
