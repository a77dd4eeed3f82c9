import type { LatLon } from '../../geo/index.ts'

/** Longer texts contain more than coordinates. */
const maxCharacters = 80

/** One angle: degrees with decimals, or degrees, minutes and seconds. */
const figures = String.raw`([+-]?\d{1,3}(?:\.\d{1,15})?)\s*(?:°|º|d|deg)?\s*(?:(\d{1,2}(?:\.\d{1,12})?)\s*['′’m]\s*(?:(\d{1,2}(?:\.\d{1,12})?)\s*(?:"|″|”|''|s)\s*)?)?`
const between = String.raw`\s*[,;/ ]\s*`
const plainPair = new RegExp(`^${figures}${between}${figures}$`, 'i')
/** Hemisphere letters need no separator: `47.15N9.53E`. */
const behindPair = new RegExp(
  `^${figures}(?<first>[NSEWO])(?:${between})?${figures}(?<second>[NSEWO])$`,
  'i',
)
const beforePair = new RegExp(
  String.raw`^(?<first>[NSEWO])\s*${figures}(?:${between})?(?<second>[NSEWO])\s*${figures}$`,
  'i',
)

/**
 * The position, if the text is a pair of coordinates and nothing else: `47.15, 9.53`,
 * `47.15 N 9.53 E`, `N 47.15 E 9.53`, `47°9'0"N 9°31'48"E`, `47,15 9,53`, `geo:47.15,9.53`. Latitude
 * comes first, unless the letters (N, S, E, W, O for ouest) say otherwise or the first is over 90.
 */
export function coordinatesIn(text: string): LatLon | undefined {
  if (text.length > maxCharacters || !/\d/.test(text)) return undefined
  const plain = withPoints(
    text
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/^geo:|^[([]|[)\]]$/gi, '')
      .trim(),
  )
  const lettered = behindPair.exec(plain) ?? beforePair.exec(plain)
  const match = lettered ?? (isUnambiguous(plain) ? plainPair.exec(plain) : null)
  if (!match) return undefined
  // Without the letters there are three figures of each angle.
  const parts = match.slice(1).filter((part) => !/^[NSEWO]$/i.test(part ?? ''))
  const first = angleOf(parts.slice(0, 3), match.groups?.first)
  const second = angleOf(parts.slice(3, 6), match.groups?.second)
  if (!first || !second) return undefined
  const swapped = first.axis === 'lon' || second.axis === 'lat'
  if (first.axis !== undefined && first.axis === second.axis) return undefined
  const [lat, lon] = swapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees]
  if (Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return { lat, lon }
  const mayTurn = first.axis === undefined && second.axis === undefined
  return mayTurn && Math.abs(lon) <= 90 && Math.abs(lat) <= 180 ? { lat: lon, lon: lat } : undefined
}

/** `47,15 9,53` and `47,15; 9,53`: the commas are decimal where a blank or semicolon separates the angles. */
function withPoints(text: string): string {
  const decimals = /^([^,]*\d),(\d[^,]*?)(\s*;\s*|\s+|,\s+)([^,]*\d),(\d[^,]*)$/
  return text.replace(decimals, '$1.$2 $4.$5')
}

/** Two whole numbers without a comma (`12 40`) may be anything: a house number, a postcode. */
function isUnambiguous(text: string): boolean {
  return /[.°º'′]/.test(text) || /^[+-]?\d{1,3}\s*,\s*[+-]?\d{1,3}$/.test(text)
}

function angleOf(parts: readonly (string | undefined)[], hemisphere?: string) {
  const [degrees = '', minutes, seconds] = parts
  const letter = hemisphere?.toUpperCase()
  const sexagesimal = [minutes, seconds].map((part) => Number(part ?? 0))
  if (sexagesimal.some((value) => value >= 60) || (minutes && degrees.includes('.')))
    return undefined
  if (letter && /^[+-]/.test(degrees)) return undefined
  const whole = Math.abs(Number(degrees)) + sexagesimal[0]! / 60 + sexagesimal[1]! / 3600
  const isNegative = degrees.startsWith('-') || (letter !== undefined && 'SWO'.includes(letter))
  const axis = letter === undefined ? undefined : 'NS'.includes(letter) ? 'lat' : 'lon'
  return { degrees: isNegative ? -whole : whole, axis } as const
}
