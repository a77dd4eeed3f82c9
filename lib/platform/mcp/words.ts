import { oneLine } from '#platform/safe-text'

/** For texts that people read: figures in the usual units, rounded to what one would say. */

const metersPerMile = 1609.344
const metersPerFoot = 0.3048

/** `850 m`, `12.3 km`, `1,204 km`; with miles `530 ft`, `7.6 mi`. */
export function distanceText(meters: number, units?: unknown): string {
  if (units === 'miles') {
    const miles = meters / metersPerMile
    return miles < 0.2 ? `${whole(meters / metersPerFoot)} ft` : `${short(miles)} mi`
  }
  return meters < 1000 ? `${whole(meters)} m` : `${short(meters / 1000)} km`
}

/** `45 s`, `12 min`, `1 h 5 min`, `2 d 3 h`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${whole(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours < 48) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** Characters of a quoted text: a label of several long names. */
const maxQuotedCharacters = 1_000

/**
 * A text from the map or from a caller in quotation marks, as a JSON string on one line: a name that holds a mark
 * cannot end the quotation. Assistants are told that what is quoted is data.
 */
export function quoted(text: string): string {
  return JSON.stringify(oneLine(text, maxQuotedCharacters))
}

interface AnyPosition {
  lat: number
  lon?: number
  lng?: number
}

/** `46.447456, -28.410848` */
export function positionText({ lat, lon, lng }: AnyPosition): string {
  return `${lat}, ${lon ?? lng}`
}

export interface DescribedPlace {
  label: string
  coordinates: AnyPosition
  place_type?: string
  confidence?: number
  distance_meters?: number
  id?: string
}

/** A place by its quoted label with its position, and its `id` where it has one. */
export function placeText({ label, coordinates, ...place }: DescribedPlace): string {
  const facts = [
    place.place_type,
    place.distance_meters === undefined ? undefined : distanceText(place.distance_meters),
    place.confidence === undefined ? undefined : `confidence ${place.confidence}`,
    place.id,
  ].filter((fact) => fact !== undefined)
  return `${quoted(label)} at ${positionText(coordinates)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

/** A copy without these keys, at any depth. */
export function withoutKeys<T>(value: T, keys: readonly string[]): T {
  if (Array.isArray(value)) return value.map((item) => withoutKeys(item, keys)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !keys.includes(name))
      .map(([name, field]) => [name, withoutKeys(field, keys)]),
  ) as T
}

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

function whole(value: number): string {
  return grouped.format(value)
}

/** One decimal below a hundred. */
function short(value: number): string {
  return value < 100 ? oneDecimal.format(value) : whole(value)
}
