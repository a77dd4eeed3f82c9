import type { LatLon } from '#ground/geo'

const degrees = String.raw`[+-]?\d{1,3}(?:\.\d{1,15})?`
const minutes = String.raw`\d{1,2}(?:\.\d{1,12})?`
const degreeMark = String.raw`\s*(?:°|º|deg|d)?\s*`
/** One angle: degrees with decimals, or degrees, minutes and seconds. */
const figures = String.raw`(${degrees})${degreeMark}(?:(${minutes})\s*['′’m]\s*(?:(${minutes})\s*(?:"|″|”|''|s)\s*)?)?`
/** The same with blanks, colons or hyphens instead of the marks: `42 30 27`, `42°30.45`. */
const unmarked = String.raw`(\d{1,3})(?:\s*[°º]\s*|[ :-])(${minutes})(?:(?:\s*['′’]\s*|[ :-])(${minutes}))?['′’"″”]?\s*`
const between = String.raw`\s*[,;/ ]\s*`

const plainPair = new RegExp(`^${figures}${between}${figures}$`, 'i')
/** Without marks and letters only in full: `42 30 27 1 31 12`, `42 30.45 1 31.2`. */
const sixFigures = new RegExp(
  String.raw`^([+-]?\d{1,3})[ :](\d{1,2})[ :](${minutes})${between}([+-]?\d{1,3})[ :](\d{1,2})[ :](${minutes})$`,
)
const fourFigures =
  /^([+-]?\d{1,3}) (\d{1,2}\.\d{1,12})()\s*[,;/ ]\s*([+-]?\d{1,3}) (\d{1,2}\.\d{1,12})()$/
/** Hemisphere letters need no separator: `47.15N9.53E`. */
const behindPairs = [figures, unmarked].map(
  (angle) =>
    new RegExp(`^${angle}(?<first>[NSEWO])(?:${between})?${angle}(?<second>[NSEWO])$`, 'i'),
)
const beforePairs = [figures, unmarked].map(
  (angle) =>
    new RegExp(
      String.raw`^(?<first>[NSEWO])\s*${angle}(?:${between})?(?<second>[NSEWO])\s*${angle}$`,
      'i',
    ),
)
/** As pilots write it: `423027N 0013112E`. */
const compactPair =
  /^(\d{2})(\d{2})(\d{2}(?:\.\d{1,6})?)(?<first>[NS]) ?(\d{3})(\d{2})(\d{2}(?:\.\d{1,6})?)(?<second>[EWO])$/i
/** ISO 6709: `+42.5063+001.5218/`. */
const signedPair = /^([+-]\d{2}(?:\.\d{1,15})?)()()([+-]\d{3}(?:\.\d{1,15})?)()()\/?$/

const latLabel = 'lat|latitude|latitud|latitudine|breite|breitengrad|breedtegraad|широта'
const lonLabel =
  'lon|lng|long|longitude|longitud|longitudine|länge|laenge|längengrad|lengtegraad|долгота'
const label = (name: string) =>
  String.raw`["']?(?<${name}>${latLabel}|${lonLabel})\.?["']?\s*[:=]?\s*`
/** `lat 42.5 lon 1.5`, `{"lat": 42.5, "lng": 1.5}`. */
const labelledPair = new RegExp(
  String.raw`^\{?\s*${label('first')}${figures}(?:[NSEWO])?\s*[,;/&]?\s*${label('second')}${figures}(?:[NSEWO])?\s*\}?$`,
  'iu',
)
const isLatLabel = new RegExp(`^(?:${latLabel})$`, 'iu')

/** The position, if the text is a pair of angles and nothing else. */
export function anglePairIn(text: string): LatLon | undefined {
  const plain = withPoints(text.replace(/^[([]|[)\]]$/g, '').trim())
  const lettered = firstMatch(plain, [...behindPairs, ...beforePairs, compactPair])
  const labelled = lettered ? null : labelledPair.exec(plain)
  const match =
    lettered ??
    labelled ??
    (isUnambiguous(plain) ? plainPair.exec(plain) : null) ??
    firstMatch(plain, [sixFigures, fourFigures, signedPair])
  if (!match) return undefined
  const names = Object.values(match.groups ?? {})
  // Without the letters and labels there are three figures of each angle.
  const parts = match.slice(1).filter((part) => part === undefined || !names.includes(part))
  const { first: firstName, second: secondName } = match.groups ?? {}
  const axes = labelled
    ? [axisOfLabel(firstName!), axisOfLabel(secondName!)]
    : [axisOfLetter(firstName), axisOfLetter(secondName)]
  const first = angleOf(parts.slice(0, 3), axes[0], labelled ? undefined : firstName)
  const second = angleOf(parts.slice(3, 6), axes[1], labelled ? undefined : secondName)
  if (!first || !second) return undefined
  return positionOf(first, second)
}

function firstMatch(text: string, patterns: readonly RegExp[]): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match) return match
  }
  return undefined
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

type Axis = 'lat' | 'lon' | undefined

interface Angle {
  degrees: number
  axis: Axis
}

function axisOfLetter(letter: string | undefined): Axis {
  if (letter === undefined) return undefined
  return 'NS'.includes(letter.toUpperCase()) ? 'lat' : 'lon'
}

function axisOfLabel(name: string): Axis {
  return isLatLabel.test(name) ? 'lat' : 'lon'
}

function angleOf(
  [whole = '', ...sexagesimal]: readonly (string | undefined)[],
  axis: Axis,
  letter?: string,
): Angle | undefined {
  const [minutes, seconds] = sexagesimal.map((part) => Number(part || 0)) as [number, number]
  if (minutes >= 60 || seconds >= 60) return undefined
  // Only the last figure may have decimals.
  if (sexagesimal[0] && whole.includes('.')) return undefined
  if (sexagesimal[1] && sexagesimal[0]?.includes('.')) return undefined
  if (letter && /^[+-]/.test(whole)) return undefined
  const absolute = Math.abs(Number(whole)) + minutes / 60 + seconds / 3600
  const isNegative =
    whole.startsWith('-') || (letter !== undefined && 'SWO'.includes(letter.toUpperCase()))
  return { degrees: isNegative ? -absolute : absolute, axis }
}

/** Latitude comes first, unless the letters or labels say otherwise or the first is over 90. */
function positionOf(first: Angle, second: Angle): LatLon | undefined {
  if (first.axis !== undefined && first.axis === second.axis) return undefined
  const isSwapped = first.axis === 'lon' || second.axis === 'lat'
  const [lat, lon] = isSwapped ? [second.degrees, first.degrees] : [first.degrees, second.degrees]
  if (Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return { lat, lon }
  const mayTurn = first.axis === undefined && second.axis === undefined
  return mayTurn && Math.abs(lon) <= 90 && Math.abs(lat) <= 180 ? { lat: lon, lon: lat } : undefined
}
