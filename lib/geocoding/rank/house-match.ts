import type { House, Place } from '../../gazetteer/index.ts'
import { distanceMeters, type LatLon } from '../../geo/index.ts'
import { type HouseNumber, houseNumberMatches, parseHouseNumber } from '../../text/index.ts'
import type { NumberMatch } from './confidence.ts'

/** A house that answers a number. */
export interface HouseMatch {
  house: House
  match: Exclude<NumberMatch, 'missing' | undefined>
}

/** Neighbours farther apart than this say nothing of what lies between them. */
const mostMetersApart = 400
const mostNumbersApart = 40

/** Lists and ranges must be looked into. */
const compound = /[-;,/&+\p{Pd}]/u

/**
 * The houses of a street that answer a number, best first, one for each kind of match: the number itself
 * or a list or range that holds it; reckoned between its neighbours on the same side; the number with
 * another letter. Several houses may have the number itself.
 */
export function matchHouses(
  typed: string,
  place: Place,
  houses: readonly House[],
): readonly HouseMatch[] {
  const asked = parseHouseNumber(typed)
  if (!asked) return []
  const turned = parseHouseNumber(typed.replace(/^(\d+)(\s*-\s*)(\d+)$/, '$3$2$1'))!
  const figures = String(asked.parts[0]!.number)
  const found: Record<'exact' | 'part' | 'base', House[]> = { exact: [], part: [], base: [] }
  for (const house of houses) {
    if (!house.number.includes(figures) && !compound.test(house.number)) continue
    const tagged = withoutTail(house.number)
    // Some write a range from its higher end.
    const match =
      houseNumberMatches(turned, tagged) === 'exact' ? 'exact' : houseNumberMatches(asked, tagged)
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

/** Of `8, Floor 6` and `2 (rear)` the number itself: the rest is within the house. */
function withoutTail(number: string): string {
  const tail = /[,(]/.exec(number)
  return tail && !parseHouseNumber(number) ? number.slice(0, tail.index) : number
}

/** Houses whose number begins with what was typed, shortest first. */
export function housesBeginning(typed: string, houses: readonly House[], most: number): House[] {
  const beginning = typed.trim().toLowerCase()
  return houses
    .filter(({ number }) => number.length > beginning.length)
    .filter(({ number }) => number.toLowerCase().startsWith(beginning))
    .sort((a, b) => a.number.length - b.number.length)
    .slice(0, most)
}

/** Where the house would be, when both sides of it are known: odd numbers between odd ones. */
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
  if (!below || !above || above.number - below.number > mostNumbersApart) return undefined
  if (distanceMeters(below.house, above.house) > mostMetersApart) return undefined
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
