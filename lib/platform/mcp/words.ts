import { toOneLine } from '#platform/safe-text'

/** Formatting for the text that assistants read: distances, durations, quoted texts, positions and places. */

const metersPerMile = 1609.344
const metersPerFoot = 0.3048

/** Formats a distance: `850 m`, `12.3 km`, `1,204 km`; in miles `530 ft`, `7.6 mi`. */
export function formatDistance(meters: number, units?: unknown): string {
  if (units === 'miles') {
    const miles = meters / metersPerMile
    return miles < 0.2 ? `${formatWhole(meters / metersPerFoot)} ft` : `${formatShort(miles)} mi`
  }
  return meters < 1000 ? `${formatWhole(meters)} m` : `${formatShort(meters / 1000)} km`
}

/** Formats a duration: `45 s`, `12 min`, `1 h 5 min`, `2 d 3 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${formatWhole(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours < 48) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** Maximum characters of a quoted text; enough for a label of several long names. */
const maxQuotedCharacters = 1_000

/**
 * Quotes a text from the map or from a caller as a JSON string on one line, so that a name with a quotation mark
 * cannot end the quotation. Assistants are instructed that quoted texts are data.
 */
export function quoteText(text: string): string {
  return JSON.stringify(toOneLine(text, maxQuotedCharacters))
}

interface AnyPosition {
  lat: number
  lon?: number
  lng?: number
}

/** Formats a position: `46.447456, -28.410848`. */
export function formatPosition({ lat, lon, lng }: AnyPosition): string {
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

/** Describes a place by its quoted label, its position, and its `id` if it has one. */
export function describePlace({ label, coordinates, ...place }: DescribedPlace): string {
  const facts = [
    place.place_type,
    place.distance_meters === undefined ? undefined : formatDistance(place.distance_meters),
    place.confidence === undefined ? undefined : `confidence ${place.confidence}`,
    place.id,
  ].filter((fact) => fact !== undefined)
  return `${quoteText(label)} at ${formatPosition(coordinates)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

/** Copies a value without these keys, at any depth. */
export function omitKeys<T>(value: T, keys: readonly string[]): T {
  if (Array.isArray(value)) return value.map((item) => omitKeys(item, keys)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !keys.includes(name))
      .map(([name, field]) => [name, omitKeys(field, keys)]),
  ) as T
}

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

function formatWhole(value: number): string {
  return grouped.format(value)
}

/** Formats a number with at most one decimal place, and with none from 100 upwards. */
function formatShort(value: number): string {
  return value < 100 ? oneDecimal.format(value) : formatWhole(value)
}
