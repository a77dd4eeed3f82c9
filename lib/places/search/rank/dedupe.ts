import { isWithinMeters } from '#ground/geo'
import { findCategoriesByName } from '#places/categories'
import { fold } from '#places/text'
import { houseIdOf } from '../house-id.ts'
import type { UnratedResult } from '../search-result.ts'
import { placeTokensOf } from './place-tokens.ts'

/** Within this distance, results with the same name and type are one place to a caller. */
const maxDuplicateMeters = 200
/** Within this distance, stations and stops with the same name are one, whatever stops there. */
const maxSameStationMeters = 400

/** Within this distance, lifts with the same name are one: the line and its two ends. Hardly any is longer. */
const maxLiftMeters = 6_000

const liftCategories: ReadonlySet<string> = new Set(['cable_car', 'funicular', 'ski_lift'])

/** Kinds of stations and stops. */
let stationCategories: ReadonlySet<string> | undefined

/** The same results, each id and each place once, where it comes first: see {@link withoutDuplicates}. */
export function distinct<T extends UnratedResult>(results: readonly T[]): T[] {
  return withoutDuplicates(withoutRepeats(results))
}

/** The same results, each id once, where it comes first: an object may be a house and a venue. */
function withoutRepeats<T extends UnratedResult>(results: readonly T[]): T[] {
  const ids = new Set<string>()
  return results.filter((result) => {
    const id = idOf(result)
    if (ids.has(id)) return false
    ids.add(id)
    return true
  })
}

/**
 * Removes results that repeat an earlier, better one under another id: same type, name and house number,
 * at most 200 m apart; of lifts of one name all but the first within 6 km.
 */
export function withoutDuplicates<T extends UnratedResult>(results: readonly T[]): T[] {
  return withoutNear(results, keyOf, (result) =>
    isLift(result) ? maxLiftMeters : maxDuplicateMeters,
  )
}

/**
 * Removes stations and stops that repeat an earlier, better one of another kind: same name, at most 400 m
 * apart.
 */
export function withoutRepeatedStations<T extends UnratedResult>(results: readonly T[]): T[] {
  stationCategories ??= new Set(findCategoriesByName('public transport'))
  return withoutNear(results, stationKeyOf, () => maxSameStationMeters)
}

function withoutNear<T extends UnratedResult>(
  results: readonly T[],
  keyOf: (result: UnratedResult) => string | undefined,
  maxMetersOf: (result: UnratedResult) => number,
): T[] {
  const kept = new Map<string, UnratedResult[]>()
  return results.filter((result) => {
    const key = keyOf(result)
    if (key === undefined) return true
    const sameKey = kept.get(key)
    if (!sameKey) kept.set(key, [result])
    else {
      const maxMeters = maxMetersOf(result)
      if (sameKey.some(({ at }) => isWithinMeters(at, result.at, maxMeters))) return false
      sameKey.push(result)
    }
    return true
  })
}

function keyOf({ place, house }: UnratedResult): string {
  // Unnamed places often stand side by side, such as benches; none is a duplicate.
  if (place.name === '') return place.id
  const name = placeTokensOf(place).names[0]!.text || place.categories.join(' ')
  const number = house ? fold(house.number) : ''
  return `${isLift({ place }) ? 'lift' : place.type}|${name}|${number}`
}

function isLift({ place }: Pick<UnratedResult, 'place'>): boolean {
  return place.categories.some((category) => liftCategories.has(category))
}

/** The name of a station or stop. */
function stationKeyOf({ place, house }: UnratedResult): string | undefined {
  const isStation = place.categories.some((category) => stationCategories!.has(category))
  if (house || !isStation || place.name === '') return undefined
  return placeTokensOf(place).names[0]!.text
}

/** The id of a result in responses. */
function idOf({ place, house }: Omit<UnratedResult, 'at'>): string {
  return house ? houseIdOf(house) : place.id
}
