import type { LatLon } from '#ground/geo'
import { anglePairIn } from './angle-pairs.ts'
import { geoJsonPointIn, geoUriIn, mapLinkIn, wktPointIn } from './map-links.ts'
import { plusCodeIn } from './plus-codes.ts'
import { mgrsIn, utmIn } from './utm.ts'

/** Longer texts contain more than a pair of figures. */
const maxCharacters = 120

const notations = [anglePairIn, wktPointIn, utmIn, mgrsIn, plusCodeIn]

/**
 * The position, if the text is coordinates and nothing else:
 *
 * - a pair of angles: `47.15, 9.53`, `47,15 9,53`, `47.15 N 9.53 E`, `47°9'0"N 9°31'48"E`, `47 9 0 N 9 31 48 E`,
 *   `lat 47.15 lon 9.53`. Latitude comes first, unless letters (N, S, E, W, O for ouest) or labels say
 *   otherwise or the first is over 90;
 * - a link to a map, a `geo:` URI, a point in WKT or GeoJSON;
 * - a position of the UTM grid or its military form (MGRS), or a full plus code.
 */
export function coordinatesIn(text: string): LatLon | undefined {
  if (!mayBeCoordinates(text)) return undefined
  const plain = text.trim().replace(/\s+/g, ' ')
  const linked = mapLinkIn(plain) ?? geoUriIn(plain) ?? geoJsonPointIn(plain)
  if (linked) return linked
  if (plain.length > maxCharacters) return undefined
  for (const positionIn of notations) {
    const position = positionIn(plain)
    if (position) return position
  }
  return undefined
}

/** Every notation has two digits, but for a plus code: most texts need no more than this look. */
function mayBeCoordinates(text: string): boolean {
  const first = text.search(/\d/)
  return first >= 0 && (text.includes('+') || /\d/.test(text.slice(first + 1)))
}
