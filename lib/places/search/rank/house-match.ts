import { distanceMeters, type LatLon, wrapDegrees } from '#ground/geo'
import type { House, Place } from '#places/gazetteer'
import { type HouseNumber, matchHouseNumbers, parseHouseNumber } from '#places/text'
import type { NumberMatch } from './confidence.ts'

/** A house that matches a typed house number, and how. */
export interface HouseMatch {
  house: House
  match: Exclude<NumberMatch, 'missing' | 'other' | undefined>
}

/** No house is interpolated between neighbours farther apart than this. */
const maxMetersApart = 400
const maxNumbersApart = 40

/** Separators in lists and ranges of numbers. */
const listOrRange = /[-;,/&+\p{Pd}]/u

/**
 * The houses of a street that match a typed number, by the first rule that gives any:
 *
 * 1. houses with exactly this number;
 * 2. houses with a list or range that contains it;
 * 3. the first house with the same number and another letter (`12b` for `12a`);
 * 4. a house interpolated between its neighbours on the same side of the street.
 */
export function matchHouses(
  typed: string,
  place: Place,
  houses: readonly House[],
): readonly HouseMatch[] {
  const query = parseHouseNumber(typed)
  if (!query) return []
  // Some ranges have the higher end first.
  const reversedRange = parseHouseNumber(typed.replace(/^(\d+)(\s*-\s*)(\d+)$/, '$3$2$1'))!
  const digits = String(query.parts[0]!.number)
  const matches: Record<'exact' | 'part' | 'base', House[]> = { exact: [], part: [], base: [] }
  for (const house of houses) {
    if (!house.number.includes(digits) && !listOrRange.test(house.number)) continue
    const number = withoutUnit(house.number)
    const match =
      matchHouseNumbers(reversedRange, number) === 'exact'
        ? 'exact'
        : matchHouseNumbers(query, number)
    if (match) matches[match].push(house)
  }
  const best = matches.exact.length > 0 ? matches.exact : matches.part
  if (best.length > 0) {
    return best.map((house) => ({ house, match: house.interpolated ? 'interpolated' : 'exact' }))
  }
  if (matches.base.length > 0) return [{ house: matches.base[0]!, match: 'suffix' }]
  const house = interpolate(query, typed, place, houses)
  return house ? [{ house, match: 'interpolated' }] : []
}

/** The house number before a unit: `8` of `8, Floor 6`, `2` of `2 (rear)`. */
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

/** A house on the line between its nearest neighbours, odd between odd numbers, even between even. */
function interpolate(
  query: HouseNumber,
  typed: string,
  place: Place,
  houses: readonly House[],
): House | undefined {
  const { number } = query.parts[0]!
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
    lon: wrapDegrees(below.house.lon + share * wrapDegrees(above.house.lon - below.house.lon)),
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
