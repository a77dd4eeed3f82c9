import type { LatLon } from '#ground/geo'

/** The 20 digits of an Open Location Code. */
const alphabet = '23456789CFGHJMPQRVWX'
const digit = `[${alphabet}]`
const full = new RegExp(
  `^(?:${digit}{8}\\+(?:${digit}{2,7})?|${digit}{6}00\\+|${digit}{4}0000\\+)$`,
  'i',
)
const short = new RegExp(`^(?:${digit}{2}){2,3}\\+${digit}{2,7}$`, 'i')

/** Degrees of one digit of the pairs; further digits divide the last by 5 rows and 4 columns. */
const pairDegrees = [20, 1, 0.05, 0.0025, 0.000125] as const
const rows = 5
const columns = 4

/** The middle of the area of a full plus code (Open Location Code): `8FH4GG4C+XX`. */
export function plusCodeIn(text: string): LatLon | undefined {
  if (!full.test(text)) return undefined
  const { lat, lon } = middleOf(text.replace('+', '').replace(/0+$/, ''), 0)
  const position = { lat: lat - 90, lon: lon - 180 }
  return position.lat <= 90 && position.lon <= 180 ? position : undefined
}

/** Whether a text is a plus code without its first digits, which a town nearby gives: `GG4C+XX`. */
export function isShortPlusCode(text: string): boolean {
  return short.test(text) && /\p{L}/u.test(text)
}

/** The position with a short plus code that is nearest to a reference. */
export function resolveShortPlusCode(code: string, reference: LatLon): LatLon {
  const missingPairs = (8 - code.indexOf('+')) / 2
  const offset = middleOf(code.replace('+', ''), missingPairs)
  const cell = pairDegrees[missingPairs - 1]!
  const nearest = (value: number, offset: number) =>
    offset + cell * Math.round((value - offset) / cell)
  const lat = nearest(reference.lat + 90, offset.lat) - 90
  const lon = nearest(reference.lon + 180, offset.lon) - 180
  return {
    lat: lat > 90 ? lat - cell : lat < -90 ? lat + cell : lat,
    lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon,
  }
}

/** Degrees from the corner of the cell that the pairs before `firstPair` give to the middle of the code's area. */
function middleOf(digits: string, firstPair: number): LatLon {
  const values = [...digits.toUpperCase()].map((letter) => alphabet.indexOf(letter))
  let lat = 0
  let lon = 0
  let height = 0
  let width = 0
  let at = 0
  for (const degrees of pairDegrees.slice(firstPair)) {
    if (at + 1 >= values.length) break
    lat += values[at]! * degrees
    lon += values[at + 1]! * degrees
    height = width = degrees
    at += 2
  }
  for (; at < values.length; at++) {
    height /= rows
    width /= columns
    lat += Math.floor(values[at]! / columns) * height
    lon += (values[at]! % columns) * width
  }
  return { lat: lat + height / 2, lon: lon + width / 2 }
}
