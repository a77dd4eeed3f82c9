import type { LatLon } from './position.ts'

/** Number of decimals in every encoded polyline of the service. */
export const polylinePrecision = 6

const scale = 10 ** polylinePrecision

/**
 * Decodes Google's polyline algorithm to whole microdegrees, latitude first: `[lat0, lon0, lat1, lon1, ...]`. The
 * result is exact, so positions can be compared as integers.
 *
 * Format: https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 *
 * Throws `RangeError` when the text is not an encoded polyline.
 */
export function decodeMicrodegrees(encoded: string): Int32Array {
  // Every coordinate takes at least one character.
  const values = new Int32Array(encoded.length)
  let count = 0
  let lat = 0
  let lon = 0
  let index = 0
  while (index < encoded.length) {
    let shift = 0
    let bits = 0
    let chunk: number
    do {
      chunk = encoded.charCodeAt(index++) - 63
      // A missing character is NaN and fails too.
      if (!(chunk >= 0 && chunk < 64) || shift > 30) {
        throw new RangeError(`not an encoded polyline: character ${index}`)
      }
      bits |= (chunk & 0x1f) << shift
      shift += 5
    } while (chunk >= 0x20)
    const delta = bits & 1 ? ~(bits >>> 1) : bits >>> 1
    if (count % 2 === 0) {
      lat += delta
      values[count++] = lat
    } else {
      lon += delta
      values[count++] = lon
    }
    if (Math.abs(lat) > 90 * scale || Math.abs(lon) > 180 * scale) {
      throw new RangeError('not an encoded polyline at precision 6: it leaves the globe')
    }
  }
  if (count % 2 === 1) throw new RangeError('not an encoded polyline: a longitude is missing')
  return values.subarray(0, count)
}

/** Decodes a polyline of precision 6. Throws `RangeError` when the text is not one. */
export function decodePolyline(encoded: string): LatLon[] {
  const values = decodeMicrodegrees(encoded)
  const positions: LatLon[] = new Array(values.length / 2)
  for (let i = 0; i < positions.length; i++) {
    positions[i] = { lat: values[2 * i]! / scale, lon: values[2 * i + 1]! / scale }
  }
  return positions
}

/** Encodes positions with Google's polyline algorithm at precision 6, latitude first. */
export function encodePolyline(positions: Iterable<LatLon>): string {
  let encoded = ''
  let lastLat = 0
  let lastLon = 0
  for (const position of positions) {
    const lat = Math.round(position.lat * scale)
    const lon = Math.round(position.lon * scale)
    encoded += encodeDelta(lat - lastLat) + encodeDelta(lon - lastLon)
    lastLat = lat
    lastLon = lon
  }
  return encoded
}

function encodeDelta(delta: number): string {
  // 360 degrees of microdegrees, doubled, still fit in 31 bits.
  let bits = delta < 0 ? ~(delta << 1) : delta << 1
  let text = ''
  while (bits >= 0x20) {
    text += String.fromCharCode((0x20 | (bits & 0x1f)) + 63)
    bits >>>= 5
  }
  return text + String.fromCharCode(bits + 63)
}
