import type { House, Place } from '../../gazetteer/index.ts'
import { distanceMeters, type LatLon } from '../../geo/index.ts'
import { type HouseNumber, houseNumberMatches, parseHouseNumber } from '../../text/index.ts'
import type { NumberMatch } from './confidence.ts'

/** A house that matches a typed number. */
export interface HouseMatch {
  house: House
  match: Exclude<NumberMatch, 'missing' | undefined>
}

/** Between neighbours farther apart, no house is interpolated. */
const maxMetersApart = 400
const maxNumbersApart = 40

/** Lists and ranges of numbers. */
const compound = /[-;,/&+\p{Pd}]/u

/**
 * The houses of a street that match a typed number: all that have it or a list or range that contains it;
 * else the first that has it with another letter; else one interpolated between its neighbours on the same
 * side.
 */
export function matchHouses(
  typed: string,
  place: Place,
  houses: readonly House[],
): readonly HouseMatch[] {
  const asked = parseHouseNumber(typed)
  if (!asked) return []
  // Some write the higher end of a range first.
  const swapped = parseHouseNumber(typed.replace(/^(\d+)(\s*-\s*)(\d+)$/, '$3$2$1'))!
  const figures = String(asked.parts[0]!.number)
  const found: Record<'exact' | 'part' | 'base', House[]> = { exact: [], part: [], base: [] }
  for (const house of houses) {
    if (!house.number.includes(figures) && !compound.test(house.number)) continue
    const number = withoutUnit(house.number)
    const match =
      houseNumberMatches(swapped, number) === 'exact' ? 'exact' : houseNumberMatches(asked, number)
    if (match) found[match].push(house)
  }
  const best = found.exact.length > 0 ? found.exact : found.part
  if (best.length > 0) {
    return best.map((house) => ({ house, match: house.interpolated ? 'interpolated' : 'exact' }))
  }
  if (found.base.length > 0) return [{ house: found.base[0]!, match: 'suffix' }]
  const between = interpolate(asked, typed, place, houses)
  return between ? [{ house: between, match: 'interpolated' }] : []
}

/** The number of `8, Floor 6` and `2 (rear)`: the rest is a part of the house. */
function withoutUnit(number: string): string {
  const unit = /[,(]/.exec(number)
  return unit && !parseHouseNumber(number) ? number.slice(0, unit.index) : number
}

/** Houses whose number begins with the typed one, shortest first. */
export function housesWithPrefix(
  typed: string,
  houses: readonly House[],
  maxHouses: number,
): House[] {
  const prefix = typed.trim().toLowerCase()
  return houses
    .filter(({ number }) => number.length > prefix.length)
    .filter(({ number }) => number.toLowerCase().startsWith(prefix))
    .sort((a, b) => a.number.length - b.number.length)
    .slice(0, maxHouses)
}

/** The house between its two neighbours: odd numbers between odd ones. */
function interpolate(
  asked: HouseNumber,
  typed: string,
  place: Place,
  houses: readonly House[],
): House | undefined {
  const { number } = asked.parts[0]!
  let below: { number: number; house: House } | undefined
  let above: typeof below
  for (const house of houses) {
    const other = Number.parseInt(house.number, 10)
    if (Number.isNaN(other) || other % 2 !== number % 2 || other === number) continue
    if (other < number && (!below || other > below.number)) below = { number: other, house }
    if (other > number && (!above || other < above.number)) above = { number: other, house }
  }
  if (!below || !above || above.number - below.number > maxNumbersApart) return undefined
  if (distanceMeters(below.house, above.house) > maxMetersApart) return undefined
  const share = (number - below.number) / (above.number - below.number)
  const at: LatLon = {
    lat: below.house.lat + share * (above.house.lat - below.house.lat),
    lon: below.house.lon + share * (above.house.lon - below.house.lon),
  }
  const { postcode } = below.house
  return {
    id: place.id,
    number: typed.trim(),
    ...at,
    ...(postcode && postcode === above.house.postcode ? { postcode } : {}),
    interpolated: true,
  }
}
