import { type PlaceType, placeTypes } from '../place.ts'
import type { ByteReader, ByteWriter } from './bytes.ts'

/** Bits of the optional parts of an encoded place. */
export const placeFlag = {
  box: 1,
  names: 2,
  aliases: 4,
  categories: 8,
  postcode: 16,
  houseNumber: 32,
  street: 64,
  population: 128,
  lines: 256,
  intersection: 512,
  parents: 1024,
  houses: 2048,
  country: 4096,
  otherAreas: 8192,
} as const

const idPrefixes = ['', 'osm:node/', 'osm:way/', 'osm:relation/'] as const

/** Writes an OpenStreetMap id as a prefix code and an integer, any other id as 0 and the text. */
export function writeId(out: ByteWriter, id: string): void {
  const osm = parseOsmId(id)
  if (osm) {
    out.byte(osm.code)
    out.varint(osm.number)
  } else {
    out.byte(0)
    out.text(id)
  }
}

/** Parses the prefix code and number of an OpenStreetMap id; undefined for any other id. */
export function parseOsmId(id: string): { code: number; number: number } | undefined {
  const code = idPrefixes.findIndex((prefix, i) => i > 0 && id.startsWith(prefix))
  const number = code > 0 ? Number(id.slice(idPrefixes[code]!.length)) : Number.NaN
  const isOsm = Number.isSafeInteger(number) && number >= 0
  return isOsm && id === `${idPrefixes[code]}${number}` ? { code, number } : undefined
}

export function readId(from: ByteReader): string {
  const code = from.byte()
  if (code === 0) return from.text()
  const prefix = idPrefixes[code]
  if (prefix === undefined) throw new RangeError(`no id prefix ${code}`)
  return prefix + from.varint()
}

export function encodeType(type: PlaceType): number {
  return placeTypes.indexOf(type)
}

export function decodeType(code: number): PlaceType {
  const type = placeTypes[code]
  if (!type) throw new RangeError(`no place type ${code}`)
  return type
}
