import { eccentricitySquared, equatorialRadiusMeters, flattening, type LatLon } from '#ground/geo'

/** Latitude bands of 8°, from 80° S; the last, X, has 12°. */
const bands = 'CDEFGHJKLMNPQRSTUVWX'
const minBandLat = -80
const bandDegrees = 8
/** Grid squares and eastings end a little outside their band. */
const bandMarginDegrees = 1
/** Half of a square of 1 km. */
const equatorMarginDegrees = 0.005

const utm =
  /^(?:utm\s*)?(?:zone\s*)?(\d{1,2})\s*([C-HJ-NP-X])[\s,]+E?\s*(\d{6}(?:\.\d{1,6})?)\s*m?\s*E?[\s,]+N?\s*(\d{4,7}(?:\.\d{1,6})?)\s*m?\s*N?$/i
const mgrs =
  /^(\d{1,2})([C-HJ-NP-X]) ?([A-HJ-NP-Z])([A-HJ-NP-V]) ?(\d{4,10}|\d{3} \d{3}|\d{4} \d{4}|\d{5} \d{5})$/i

/** A position of the Universal Transverse Mercator grid: `31T 378000 4706000`, zone, band, metres east and north. */
export function utmIn(text: string): LatLon | undefined {
  const [, zone, letter, easting, northing] = utm.exec(text) ?? []
  if (!zone || !letter) return undefined
  const at = { zone: Number(zone), easting: Number(easting), northing: Number(northing) }
  const band = letter.toUpperCase()
  const inBand = positionOf({ ...at, south: band < 'N' })
  if (inBand && isInBand(inBand, band)) return inBand
  // Many write the hemisphere instead of the band.
  if (band === 'N') return positionOf({ ...at, south: false })
  return band === 'S' ? positionOf({ ...at, south: true }) : undefined
}

/** The middle of a square of the Military Grid Reference System: `31TCH7800006000`. */
export function mgrsIn(text: string): LatLon | undefined {
  const [, zoneText, letter, columnLetter, rowLetter, typed] = mgrs.exec(text) ?? []
  if (!zoneText || !letter || !columnLetter || !rowLetter || !typed) return undefined
  const digits = typed.replace(' ', '')
  // `3S ST 1200` is rather an address.
  const minDigits = text.includes(' ') ? 6 : 4
  if (digits.length % 2 > 0 || digits.length < minDigits) return undefined
  const zone = Number(zoneText)
  const band = letter.toUpperCase()
  // Columns repeat every three zones, rows every two (NGA.SIG.0012, appendix A).
  const column =
    'ABCDEFGHJKLMNPQRSTUVWXYZ'.indexOf(columnLetter.toUpperCase()) - 8 * ((zone - 1) % 3)
  const firstRow = zone % 2 === 0 ? 5 : 0
  const row = ('ABCDEFGHJKLMNPQRSTUV'.indexOf(rowLetter.toUpperCase()) - firstRow + 20) % 20
  if (column < 0 || column > 7) return undefined
  const half = digits.length / 2
  const unit = 10 ** (5 - half)
  const metersOf = (part: string) => (Number(part) + 0.5) * unit
  const easting = (column + 1) * 100_000 + metersOf(digits.slice(0, half))
  const northing = row * 100_000 + metersOf(digits.slice(half))
  for (let cycle = 0; cycle <= 5; cycle++) {
    const at = { zone, easting, northing: northing + cycle * 2_000_000, south: band < 'N' }
    const position = positionOf(at)
    if (position && isInBand(position, band)) return position
  }
  return undefined
}

function isInBand({ lat }: LatLon, band: string): boolean {
  const min = minBandLat + bandDegrees * bands.indexOf(band)
  const max = band === 'X' ? 84 : min + bandDegrees
  return lat >= min - bandMarginDegrees && lat <= max + bandMarginDegrees
}

interface UtmPosition {
  zone: number
  easting: number
  northing: number
  /** In the southern hemisphere, where northings count from 10,000 km south of the equator. */
  south: boolean
}

const scale = 0.9996
const falseEasting = 500_000
const falseNorthing = 10_000_000
const eccentricity = Math.sqrt(eccentricitySquared)
const n = flattening / (2 - flattening)
const rectifyingRadius = (equatorialRadiusMeters / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64)
const betas = [
  n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3 - n ** 4 / 360,
  n ** 2 / 48 + n ** 3 / 15 - (437 / 1440) * n ** 4,
  (17 / 480) * n ** 3 - (37 / 840) * n ** 4,
  (4397 / 161_280) * n ** 4,
]

/**
 * WGS 84 position by the Krüger series to the fourth order of the third flattening (Karney 2011,
 * "Transverse Mercator with an accuracy of a few nanometers", equations 11 to 21 and 36); below 0.01 mm
 * within a zone. Undefined outside the grid.
 */
function positionOf({ zone, easting, northing, south }: UtmPosition): LatLon | undefined {
  if (zone < 1 || zone > 60 || easting < 100_000 || easting >= 900_000) return undefined
  const xi = (northing - (south ? falseNorthing : 0)) / (scale * rectifyingRadius)
  const eta = (easting - falseEasting) / (scale * rectifyingRadius)
  let xiPrime = xi
  let etaPrime = eta
  for (const [i, beta] of betas.entries()) {
    const order = 2 * (i + 1)
    xiPrime -= beta * Math.sin(order * xi) * Math.cosh(order * eta)
    etaPrime -= beta * Math.cos(order * xi) * Math.sinh(order * eta)
  }
  const conformalTangent = Math.sin(xiPrime) / Math.hypot(Math.sinh(etaPrime), Math.cos(xiPrime))
  const lat = (Math.atan(tangentOf(conformalTangent)) * 180) / Math.PI
  const lonOffset = (Math.atan2(Math.sinh(etaPrime), Math.cos(xiPrime)) * 180) / Math.PI
  const lon = 6 * zone - 183 + lonOffset
  if (lat < minBandLat - bandMarginDegrees || lat > 84 + bandMarginDegrees) return undefined
  // The middle of a square at the equator may be on its other side.
  if (south ? lat > equatorMarginDegrees : lat < -equatorMarginDegrees) return undefined
  return { lat, lon: ((((lon + 180) % 360) + 360) % 360) - 180 }
}

/** Tangent of the geographic latitude from that of the conformal one, by Newton's method. */
function tangentOf(conformalTangent: number): number {
  let tangent = conformalTangent
  for (let i = 0; i < 5; i++) {
    const secant = Math.hypot(1, tangent)
    const sigma = Math.sinh(eccentricity * Math.atanh((eccentricity * tangent) / secant))
    const conformal = tangent * Math.hypot(1, sigma) - sigma * secant
    tangent +=
      ((conformalTangent - conformal) / Math.hypot(1, conformal)) *
      ((1 + (1 - eccentricitySquared) * tangent ** 2) / ((1 - eccentricitySquared) * secant))
  }
  return tangent
}
