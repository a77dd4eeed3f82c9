import { distanceMeters, type LatLon } from '#ground/geo'
import type { Place } from '#places/gazetteer'
import type { SearchResult } from '#places/search'
import type { QueryCase } from './query-cases.ts'

/** How far a result may be from where it is expected. */
const toleranceMeters = 100

/** Why the results do not meet the expectation; `undefined` if they do. */
export function mismatch(check: QueryCase, answer: readonly SearchResult[]): string | undefined {
  if (answer.length === 0) return 'nothing found'
  const faults = answer.map((found) => faultOf(check, found))
  const best = check.partial ? faults.indexOf(undefined) : 0
  return best < 0 ? faults[0] : faults[best]
}

function faultOf({ at, types, name, house }: QueryCase, found: SearchResult): string | undefined {
  const { place } = found
  const said = `${typeOf(found)} "${[place.name, found.house?.number].join(' ').trim()}"`
  if (types && !types.includes(typeOf(found))) return `is the ${said}`
  if (name && !namesOf(place).includes(plain(name))) return `is the ${said}`
  const number = found.house?.number ?? place.houseNumber
  if (house && plainNumber(number ?? '') !== plainNumber(house)) return `is the ${said}`
  const off = Math.min(...at.map(([lat, lon]) => metersFrom({ lat, lon }, found)))
  if (off > toleranceMeters) return `${said} is ${Math.round(off)} m away`
  return undefined
}

function typeOf({ place, house }: SearchResult) {
  return house ? 'address' : place.type
}

/** All names of a place, by {@link plain}. */
export function namesOf({ name, names, aliases }: Place): string[] {
  return [name, ...Object.values(names), ...aliases].map(plain)
}

/** Letters and digits only, without marks and case. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Normalized house number: `14 A`, `14a` and `14-a` are equal. */
export function plainNumber(number: string): string {
  return number
    .toLowerCase()
    .replace(/(?<=\d)[\s-]+(?=\p{L})/gu, '')
    .replace(/\s+/g, '')
}

/** Distance to the course of a street, the box of an area, or the point of another result. */
export function metersFrom(point: LatLon, { place, house, at }: SearchResult): number {
  const direct = distanceMeters(point, at)
  if (house) return direct
  if (place.type === 'street' && !place.intersection && place.lines) {
    return Math.min(direct, ...place.lines.map((line) => metersFromLine(point, line)))
  }
  return isArea(place) && place.box && isInside(point, place.box) ? 0 : direct
}

function isArea({ type }: Place): boolean {
  return type !== 'street' && type !== 'address' && type !== 'venue'
}

function isInside({ lat, lon }: LatLon, box: NonNullable<Place['box']>): boolean {
  return lat >= box.min_lat && lat <= box.max_lat && lon >= box.min_lon && lon <= box.max_lon
}

/** On a plane around the point, accurate enough for some hundred metres. */
export function metersFromLine(point: LatLon, line: readonly LatLon[]): number {
  const metersPerDegree = 111_195
  const narrowing = Math.cos((point.lat * Math.PI) / 180)
  const flat = ({ lat, lon }: LatLon): [number, number] => [
    (lon - point.lon) * metersPerDegree * narrowing,
    (lat - point.lat) * metersPerDegree,
  ]
  let min = Number.POSITIVE_INFINITY
  for (let i = 0; i < line.length; i++) {
    const [x, y] = flat(line[Math.max(0, i - 1)]!)
    const [toX, toY] = flat(line[i]!)
    const length = (toX - x) ** 2 + (toY - y) ** 2
    const along = length ? Math.max(0, Math.min(1, -(x * (toX - x) + y * (toY - y)) / length)) : 0
    min = Math.min(min, Math.hypot(x + along * (toX - x), y + along * (toY - y)))
  }
  return min
}
